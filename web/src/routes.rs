//! The paths of the questions, and the answers to bad requests: a status and a sentence.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use grundy::Registry;
use http_body_util::{BodyExt, Full};
use hyper::body::{Body, Bytes, Incoming};
use hyper::header::{self, HeaderValue};
use hyper::{Method, Request, Response, StatusCode};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::sync::Semaphore;
use tokio::time::timeout;

use crate::answers::{About, AtPosition, Error, Level, Played, Story, Wish};
use crate::desk::Refusal;
use crate::room::Room;

/// Bytes of a request's body. A game of 400 moves, with each position written out, takes a third of this.
const MOST_BODY: usize = 256 << 10;

/// Bytes of a body that are read and dropped: a client reads the refusal only after it has sent its body.
const MOST_THROWN_AWAY: usize = 64 << 20;

/// The files of the page: path, type, content.
const FILES: [(&str, &str, &str); 6] = [
    ("/", "text/html; charset=utf-8", include_str!("page/index.html")),
    ("/page.css", "text/css; charset=utf-8", include_str!("page/page.css")),
    ("/page.js", "text/javascript; charset=utf-8", include_str!("page/page.js")),
    ("/board.js", "text/javascript; charset=utf-8", include_str!("page/board.js")),
    ("/theory.js", "text/javascript; charset=utf-8", include_str!("page/theory.js")),
    ("/icon.svg", "image/svg+xml", include_str!("page/icon.svg")),
];

/// Content security policy: scripts, styles and requests from this server only.
const POLICY: &str = "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The page, and the room of games that answers its questions.
pub(crate) struct Site {
    room: Arc<Mutex<Room>>,
    /// A permit for each question that is answered or waits for its game. A client that has left is no connection any more, but its question is still there.
    questions: Arc<Semaphore>,
    /// The time that a client has to send a body.
    patience: Duration,
}

/// The questions of the page.
#[derive(Clone, Copy)]
enum Question {
    Games,
    New,
    View,
    Play,
    Computer,
    Hint,
    Review,
}

impl Question {
    fn at(path: &str) -> Option<(Self, &'static str)> {
        Some(match path {
            "/api/games" => (Self::Games, "GET"),
            "/api/new" => (Self::New, "POST"),
            "/api/view" => (Self::View, "POST"),
            "/api/play" => (Self::Play, "POST"),
            "/api/computer" => (Self::Computer, "POST"),
            "/api/hint" => (Self::Hint, "POST"),
            "/api/review" => (Self::Review, "POST"),
            _ => return None,
        })
    }
}

impl Site {
    /// A site that answers at most this number of questions at a time.
    pub(crate) fn new(patience: Duration, registry: Registry, questions: usize) -> Self {
        let questions = Arc::new(Semaphore::new(questions));
        Self { room: Arc::new(Mutex::new(Room::new(registry))), questions, patience }
    }

    pub(crate) async fn answer(&self, request: Request<Incoming>) -> Response<Full<Bytes>> {
        let (head, body) = request.into_parts();
        let path = head.uri.path();
        if let Some((_, kind, content)) = FILES.into_iter().find(|(known, ..)| *known == path) {
            return match head.method {
                Method::GET | Method::HEAD => reply(StatusCode::OK, kind, content.into()),
                _ => wrong_method(path, "GET"),
            };
        }
        let Some((question, method)) = Question::at(path) else {
            // A path may be long; the message is not.
            let path: String = path.chars().take(80).collect();
            return refuse(StatusCode::NOT_FOUND, &format!("nothing is at `{path}`; the page is at `/`"));
        };
        // `hyper` leaves the body out of the answer to HEAD.
        if head.method != method && !(method == "GET" && head.method == Method::HEAD) {
            return wrong_method(path, method);
        }
        // A page of another site can send a question in the visitor's name, but not of this type.
        let kind = head.headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        let kind = kind.split(';').next().unwrap_or_default().trim();
        if method == "POST" && !kind.eq_ignore_ascii_case("application/json") {
            return refuse(StatusCode::UNSUPPORTED_MEDIA_TYPE, "a question has the type application/json");
        }
        match read(body, self.patience).await {
            Ok(body) => self.computed(question, body).await,
            Err(refused) => refused,
        }
    }

    /// Computes the answer on another thread, so that it does not block other connections.
    async fn computed(&self, question: Question, body: Vec<u8>) -> Response<Full<Bytes>> {
        let Ok(permit) = Arc::clone(&self.questions).try_acquire_owned() else {
            return refuse(StatusCode::SERVICE_UNAVAILABLE, "too many questions wait for their answers");
        };
        let room = Arc::clone(&self.room);
        let answered = tokio::task::spawn_blocking(move || {
            let _held = permit;
            ask(&room, question, &body)
        });
        match answered.await {
            Ok(Ok(json)) => reply(StatusCode::OK, "application/json", json.into()),
            Ok(Err(Refusal::Unreadable(why))) => refuse(StatusCode::BAD_REQUEST, &why),
            Ok(Err(Refusal::NotPossible(why))) => refuse(StatusCode::UNPROCESSABLE_ENTITY, &why),
            Err(_) => refuse(StatusCode::INTERNAL_SERVER_ERROR, "the answer was not computed: an error in the program"),
        }
    }
}

fn ask(room: &Mutex<Room>, question: Question, body: &[u8]) -> Result<Vec<u8>, Refusal> {
    // The room is locked while a desk is looked for, and not while it answers.
    let room = || room.lock().unwrap_or_else(PoisonError::into_inner);
    let desk = |game: &str| room().desk(game);
    match question {
        Question::Games => written(&room().games()),
        Question::New => {
            let wish: Wish = from_json(body)?;
            written(&desk(&wish.game)?.ask(|desk| desk.fresh(&wish))?)
        }
        Question::View => {
            let at: AtPosition = from_json(body)?;
            written(&desk(&at.game)?.ask(|desk| desk.view(&at.position))?)
        }
        Question::Play => {
            let played: Played = from_json(body)?;
            written(&desk(&played.game)?.ask(|desk| desk.play(&played.position, &played.mv))?)
        }
        Question::Computer => {
            let about: About<Level> = from_json(body)?;
            written(&desk(&about.game)?.ask(|desk| desk.computer(&about.position, about.more.level))?)
        }
        Question::Hint => {
            let at: AtPosition = from_json(body)?;
            written(&desk(&at.game)?.ask(|desk| desk.hint(&at.position))?)
        }
        Question::Review => {
            let story: Story = from_json(body)?;
            written(&desk(&story.game)?.ask(|desk| desk.review(&story))?)
        }
    }
}

fn from_json<T: DeserializeOwned>(body: &[u8]) -> Result<T, Refusal> {
    serde_json::from_slice(body)
        .map_err(|error| Refusal::Unreadable(format!("this is not the JSON that is asked for: {error}")))
}

fn written(answer: &impl Serialize) -> Result<Vec<u8>, Refusal> {
    serde_json::to_vec(answer).map_err(|error| Refusal::Unreadable(format!("the answer cannot be written: {error}")))
}

/// Reads a whole body. Of one that is too large, nothing is kept.
async fn read(body: Incoming, patience: Duration) -> Result<Vec<u8>, Response<Full<Bytes>>> {
    let too_large = || refuse(StatusCode::PAYLOAD_TOO_LARGE, &format!("a body has at most {MOST_BODY} bytes"));
    // A length that is told ahead is refused without keeping a byte.
    let is_too_large = body.size_hint().lower() > MOST_BODY as u64;
    let kept = if is_too_large { Kept::Nothing } else { Kept::Bytes(Vec::new()) };
    match timeout(patience, read_to_the_end(body, kept)).await {
        Err(_) => Err(refuse(StatusCode::REQUEST_TIMEOUT, "the body took too long to arrive")),
        Ok(None) => Err(refuse(StatusCode::BAD_REQUEST, "the body broke off")),
        Ok(Some(Kept::Nothing)) => Err(too_large()),
        Ok(Some(Kept::Bytes(bytes))) => Ok(bytes),
    }
}

enum Kept {
    Bytes(Vec<u8>),
    Nothing,
}

/// Reads to the end, or up to [`MOST_THROWN_AWAY`] bytes; `None` if the connection ended before that.
async fn read_to_the_end(mut body: Incoming, mut kept: Kept) -> Option<Kept> {
    let mut length = 0_usize;
    while let Some(frame) = body.frame().await {
        let Ok(data) = frame.ok()?.into_data() else { continue };
        length = length.saturating_add(data.len());
        match &mut kept {
            Kept::Bytes(bytes) if length <= MOST_BODY => bytes.extend_from_slice(&data),
            // Too long: what was kept is dropped, and the rest is only counted.
            _ => kept = Kept::Nothing,
        }
        // `kept` is `Nothing` here, since this bound is larger than `MOST_BODY`.
        if length > MOST_THROWN_AWAY {
            break;
        }
    }
    Some(kept)
}

fn wrong_method(path: &str, right: &'static str) -> Response<Full<Bytes>> {
    let mut response = refuse(StatusCode::METHOD_NOT_ALLOWED, &format!("`{path}` is asked with {right}"));
    response.headers_mut().insert(header::ALLOW, HeaderValue::from_static(right));
    response
}

fn refuse(status: StatusCode, error: &str) -> Response<Full<Bytes>> {
    let json = serde_json::to_vec(&Error { error }).expect("a text is always written");
    reply(status, "application/json", json.into())
}

fn reply(status: StatusCode, kind: &'static str, content: Bytes) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::new(content));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}
