//! Texts of graphs.

use std::str::FromStr;

use super::{Chessman, Graph, GraphError};
use crate::games::squares::parse_sides;
use crate::notation::{NotationError, Piece};

/// Reads a graph as [`Graph`] tells, without spaces inside.
impl FromStr for Graph {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let (graph, end) = parse_start(text)?;
        if text[end..].trim().is_empty() {
            return Ok(graph);
        }
        Err(NotationError::new(text, end, "a graph ends here"))
    }
}

/// Reads the graph at the start of a text, which a brace or the end of the text follows, and tells where it ends.
pub(super) fn parse_start(text: &str) -> Result<(Graph, usize), NotationError> {
    let start = text.len() - text.trim_start().len();
    let rest = Piece::whole(text).part(start, text.len());
    if rest.text.starts_with(GRAPH6) {
        return parse_graph6(rest).map(|(graph, length)| (graph, start + length));
    }
    let length = rest.text.find('{').unwrap_or(rest.text.len());
    let piece = rest.part(0, rest.text[..length].trim_end().len());
    let graph = match piece.text.find(':') {
        Some(colon) => parse_family(piece.part(0, colon), piece.part(colon + 1, piece.text.len())),
        None => parse_edges(piece),
    };
    graph.map(|graph| (graph, start + length))
}

const FAMILIES: &str = "path, cycle, complete, grid, cube, petersen, kings, queens, rooks, bishops, knights and g6";

fn parse_family(family: Piece<'_>, parameters: Piece<'_>) -> Result<Graph, NotationError> {
    let number = || parameters.number("a number of vertices");
    let made = match family.text {
        "path" => Graph::path(number()?),
        "cycle" => Graph::cycle(number()?),
        "complete" => Graph::complete(number()?),
        "cube" => Graph::cube(parameters.number("a dimension")?),
        "grid" => parse_sides(parameters).map(|[rows, columns]| Graph::grid(rows, columns))?,
        "petersen" => match parameters.split(',').collect::<Vec<_>>()[..] {
            [n, step] => Graph::petersen(n.number("a number of vertices")?, step.number("a step")?),
            _ => return Err(parameters.error("the outer vertices and the step are written as in 5,2")),
        },
        name => match Chessman::ALL.into_iter().find(|piece| piece.plural() == name) {
            Some(piece) => parse_sides(parameters).map(|[rows, columns]| Graph::attacks(piece, rows, columns))?,
            None => return Err(family.error(format!("no family of graphs is called `{name}`: there are {FAMILIES}"))),
        },
    };
    made.map_err(|error| parameters.error(error.to_string()))
}

/// Reads edges, `0-1,1-2`, and numbers of vertices.
fn parse_edges(text: Piece<'_>) -> Result<Graph, NotationError> {
    let vertex = |piece: Piece<'_>| -> Result<usize, NotationError> {
        let vertex = piece.number("a vertex")?;
        let limit = Graph::LIMIT;
        let too_large = || piece.error(format!("vertex {vertex} is too large: it must be less than {limit}"));
        if vertex < limit { Ok(vertex) } else { Err(too_large()) }
    };
    let mut edges = Vec::new();
    let mut vertices = 0;
    for piece in text.split(',') {
        let ends = piece.read_each('-', vertex)?;
        match ends[..] {
            [_] => {}
            [one, other] if one == other => {
                let at = piece.text.find('-').map_or(0, |dash| dash + 1);
                return Err(piece.part(at, piece.text.len()).error(GraphError::Loop { vertex: one }.to_string()));
            }
            [one, other] => edges.push((one, other)),
            _ => return Err(piece.error("an edge is written by its two ends, as in 0-1")),
        }
        vertices = ends.iter().fold(vertices, |most, end| most.max(end + 1));
    }
    Graph::new(vertices, edges).map_err(|error| text.error(error.to_string()))
}

const GRAPH6: &str = "g6:";

/// Reads graph6: the number of vertices, then for each pair of vertices a bit, in the order (0, 1), (0, 2), (1, 2), (0, 3), .. Each character
/// holds six bits, as its code less 63.
fn parse_graph6(text: Piece<'_>) -> Result<(Graph, usize), NotationError> {
    let body = text.part(GRAPH6.len(), text.text.len());
    let sextet = |place: usize| -> Result<usize, NotationError> {
        match body.text.as_bytes().get(place) {
            Some(code @ 63..=126) => Ok(usize::from(*code - 63)),
            found => {
                // The byte may lie inside a character that is not ASCII: the error then begins at the start of that
                // character.
                let rest = body.text.get(place..).and_then(|rest| rest.chars().next());
                let shown = rest.filter(|_| found.is_some()).map_or("the end".to_owned(), |c| format!("`{c}`"));
                let at = (0..=place.min(body.text.len())).rev().find(|at| body.text.is_char_boundary(*at));
                let here = body.part(at.expect("0 is a boundary"), body.text.len());
                Err(here.error(format!("graph6 has a character from `?` to `~` here, not {shown}")))
            }
        }
    };
    let (vertices, mut place) = match sextet(0)? {
        // `~` stands before a number of 18 bits. A second `~`, before a number of 36 bits, is read as the highest of
        // the 18 bits: such a number is above the limit.
        63 => {
            let digits = [sextet(1)?, sextet(2)?, sextet(3)?];
            (digits.into_iter().fold(0, |number, digit| number << 6 | digit), 4)
        }
        vertices => (vertices, 1),
    };
    // Not by `Graph::new`, which would write all edges as the name.
    let mut graph = Graph::without_edges(vertices).map_err(|error| body.error(error.to_string()))?;
    let (mut bits, mut count) = (0, 0);
    for other in 1..vertices {
        for one in 0..other {
            // The bits of a character are used from the highest to the lowest.
            if count == 0 {
                (bits, count) = (sextet(place)?, 6);
                place += 1;
            }
            count -= 1;
            if bits >> count & 1 == 1 {
                graph.join(one, other).map_err(|error| body.error(error.to_string()))?;
            }
        }
    }
    let length = GRAPH6.len() + place;
    text.part(0, length).text.clone_into(&mut graph.name);
    Ok((graph, length))
}
