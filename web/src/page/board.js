// The board: draws the view that the server sends, marks the cells that a move would remove, and reports the move that is chosen.

const board = document.getElementById("board");
const above = document.getElementById("tags-above");
const below = document.getElementById("tags-below");

/** The current drawing. */
let drawn = { targets: [], cells: new Map(), choose: () => {} };
/** The target that the tab key reaches. The board has only one. */
let current = null;
/** The target that a first touch has marked. */
let touched = null;

const key = (at, between = false) => `${at.x},${at.y}${between ? "+" : ""}`;

/** The frame of the largest position so far. Cells of it that are gone are drawn as dots. */
export function frameOf(view, before) {
  const places = view.parts.flatMap((part) => part.cells);
  const frame = before ?? { left: 0, right: 0, top: 0, bottom: 0 };
  return {
    left: Math.min(frame.left, ...places.map((place) => place.x)),
    right: Math.max(frame.right, ...places.map((place) => place.x)),
    top: Math.max(frame.top, ...places.map((place) => place.y)),
    bottom: Math.min(frame.bottom, ...places.map((place) => place.y)),
  };
}

/** Draws a position. `options`: layout, frame, showValues, showWins, busy, choose(move). */
export function draw(view, options) {
  const hadFocus = board.contains(document.activeElement);
  drawn = { targets: [], cells: new Map(), choose: options.choose };
  touched = null;
  board.dataset.game = view.game;
  board.dataset.layout = options.layout;
  board.setAttribute("aria-busy", String(options.busy));
  const rows = options.layout === "rows";
  if (options.layout === "text") {
    board.style.gridTemplateColumns = "none";
    board.style.gridTemplateRows = "none";
    board.replaceChildren(...textLines(view, options));
  } else {
    const tracks = rows ? rowTracks(view) : boardTracks(options.frame);
    board.style.setProperty("--columns", String(tracks.units));
    board.style.setProperty("--lines", String(tracks.lines));
    board.style.gridTemplateColumns = tracks.columns;
    board.style.gridTemplateRows = tracks.rows;
    board.replaceChildren(...lines(view, options, tracks));
  }
  if (!board.querySelector("[data-key]")) {
    const empty = document.createElement("span");
    empty.className = "empty";
    empty.textContent = "Nothing is left.";
    board.append(empty);
  }
  drawTags(view, options, rows || options.layout === "text");
  // In reading order, so that the tab key reaches the first.
  drawn.targets.sort((one, other) => other.y - one.y || one.x - other.x);
  rove(nearest(current) ?? drawn.targets[0], hadFocus);
}

/** Marks a move, as a hint. */
export function beckon(text) {
  for (const target of drawn.targets.filter((target) => target.move.text === text)) target.element.classList.add("hinted");
}

/** Marks the places that a move is about to remove. */
export function markPlaces(places) {
  for (const place of places) drawn.cells.get(key(place))?.classList.add("goes");
}

/** Columns and rows around a centre, or from a corner: a narrow track where the centre lies. */
function boardTracks(frame) {
  const has = { left: -frame.left, right: frame.right, top: frame.top, bottom: -frame.bottom };
  const side = (before, after) =>
    [before && `repeat(${before}, var(--cell))`, before && after && "0.6rem", after && `repeat(${after}, var(--cell))`]
      .filter(Boolean)
      .join(" ") || "auto";
  const after = (count, before) => count + before + (before ? 1 : 0);
  return {
    units: has.left + has.right,
    lines: has.top + has.bottom,
    columns: side(has.left, has.right),
    rows: side(has.top, has.bottom),
    column: (x) => (x < 0 ? x + has.left + 1 : after(x, has.left)),
    row: (y) => (y > 0 ? has.top - y + 1 : after(-y, has.top)),
    ghosts: [...span(frame.top, frame.bottom)].flatMap((y) => [...span(frame.right, frame.left)].map((x) => ({ x, y }))),
  };
}

/** On narrow screens the name of a row is above the row, not beside it. */
export const narrow = matchMedia("(max-width: 34rem)");

/** Pins or counters side by side, with room to click between them; a name before or above each row. */
function rowTracks(view) {
  const longest = Math.max(1, ...view.parts.map((part) => part.cells.length));
  const between = view.moves.some((move) => move.between);
  const above = narrow.matches;
  return {
    units: longest * (between ? 1.5 : 1.1),
    lines: Math.max(6, view.parts.length),
    columns: `${above ? "" : "max-content "}repeat(${longest}, var(--cell) ${between ? "max(0.5rem, calc(var(--cell) * 0.45))" : "2px"})`,
    rows: above ? `repeat(${view.parts.length}, auto var(--cell))` : "none",
    column: (x, gap) => 2 * x + (gap ? 1 : 0) - (above ? 1 : 0),
    row: (y) => (above ? -2 * y : -y),
    nameRow: (y) => (above ? -2 * y - 1 : -y),
    nameColumn: above ? "1 / -1" : "1",
    ghosts: [],
  };
}

/** The whole numbers between two, without 0: the centre lines hold nothing. */
function* span(from, to) {
  const step = from < to ? 1 : -1;
  for (let at = from; step * (to - at) >= 0; at += step) if (at !== 0) yield at;
}

/** A line of the grid for each height with a cell or a target, from the top. */
function lines(view, options, tracks) {
  const byHeight = new Map();
  const put = (y, element) => byHeight.set(y, [...(byHeight.get(y) ?? []), element]);
  const moves = new Map(view.moves.filter((move) => !move.between).map((move) => [key(move.at), move]));
  const present = new Set();
  view.parts.forEach((part) => {
    if (options.layout === "rows" && part.cells.length > 0) put(part.cells[0].y, sideTag(part, options, tracks));
    part.cells.forEach((place, index) => {
      present.add(key(place));
      const move = moves.get(key(place));
      put(place.y, place_at(tile(part, place, move, part.poison === index, options), tracks, place));
    });
  });
  for (const move of view.moves.filter((move) => move.between)) {
    put(move.at.y, place_at(target(move, "gap", view.parts[move.part], options), tracks, move.at, true));
  }
  for (const place of tracks.ghosts.filter((place) => !present.has(key(place)))) {
    const ghost = document.createElement("span");
    ghost.className = "ghost";
    ghost.setAttribute("aria-hidden", "true");
    put(place.y, place_at(ghost, tracks, place));
  }
  for (const one of drawn.targets) one.removes = one.move.removes.map((index) => key(view.parts[one.move.part].cells[index]));
  const heights = [...byHeight.keys()].sort((one, other) => other - one);
  return heights.map((y) => {
    const line = document.createElement("div");
    line.className = "line";
    line.setAttribute("role", "row");
    // In reading order.
    line.append(...byHeight.get(y).sort((one, other) => one.style.gridColumnStart - other.style.gridColumnStart));
    return line;
  });
}

/** A line for each component: its name, its text, its picture if it has one, and a button for each move. */
function textLines(view, options) {
  return view.parts.map((part, place) => {
    const header = document.createElement("span");
    header.setAttribute("role", "rowheader");
    header.append(tag(part, options));
    const words = document.createElement("span");
    words.className = "words";
    words.setAttribute("role", "gridcell");
    words.textContent = part.text;
    const choices = document.createElement("span");
    choices.className = "choices";
    choices.setAttribute("role", "presentation");
    for (const move of view.moves.filter((move) => move.part === place)) {
      const element = target(move, "choice", part, options);
      const entry = drawn.targets.at(-1);
      Object.assign(entry, { x: choices.children.length, removes: [] });
      element.dataset.key = key({ x: entry.x, y: entry.y });
      const leaves = element.classList.contains("valued") ? ` → ${move.leaves}` : "";
      element.textContent = move.label.slice(part.name.length + 2) + leaves;
      choices.append(element);
    }
    const line = document.createElement("div");
    line.className = "line";
    line.setAttribute("role", "row");
    line.append(header, words, ...(part.picture ? [picture(part, choices)] : []), choices);
    return line;
  });
}

/**
 * The places of a move, as the picture names them: region, boundary and spot of both ends of a line of Sprouts; the squares of a domino, both
 * squares of a coin that moves, or two pins; a square, a tile, a vertex, a node, a number, or an edge by its ends. And whether these places tell the move, so that it needs no button.
 */
function endsOf(words) {
  const line = words.match(/region (\d+): from spot (\d+) of boundary (\d+) to (?:itself|spot (\d+)(?: of boundary (\d+))?)/);
  if (line) {
    const [, region, spot, boundary, otherSpot, otherBoundary] = line;
    return { ends: [`${region}.${boundary}.${spot}`, `${region}.${otherBoundary ?? boundary}.${otherSpot ?? spot}`], tell: false };
  }
  const pair = words.match(/(?:cells|pins|move) (\d+(?:,\d+)?) (?:and|to) (\d+(?:,\d+)?)/);
  if (pair) return { ends: [pair[1], pair[2]], tell: true };
  const square = words.match(/row (\d+), column (\d+)/);
  if (square) return { ends: [`${square[1]},${square[2]}`], tell: true };
  // A tile of Chomp, whose move is its name alone.
  const tile = words.match(/^(?:.*: )?(\d+,\d+)$/);
  if (tile) return { ends: [tile[1]], tell: true };
  const place = words.match(/(?:vertex|edge|cut|to|pin|cell|node|take) ((?:g|\d+)(?:-(?:g|\d+))?)/);
  return place ? { ends: [place[1]], tell: true } : { ends: [], tell: false };
}

/** A picture with spots. Choosing one or two ends leaves the buttons of the lines between them; a third choice begins anew. */
function picture(part, choices) {
  const drawing = document.adoptNode(new DOMParser().parseFromString(part.picture, "image/svg+xml").documentElement);
  const buttons = [...choices.children].map((element) => ({ element, ...endsOf(element.dataset.move) }));
  const spots = [...drawing.querySelectorAll(".spot")];
  let ends = [];
  const fits = (button) => ends.every((end) => button.ends.includes(end)) && (ends.length < 2 || ends[0] !== ends[1] || button.ends[0] === button.ends[1]);
  const show = () => {
    for (const button of buttons) button.element.hidden = !fits(button);
    for (const spot of spots) spot.classList.toggle("end", ends.includes(spot.dataset.end));
  };
  for (const spot of spots) {
    const end = spot.dataset.end;
    // Of spots that a symmetry exchanges, one has the lines.
    if (!buttons.some((button) => button.ends.includes(end))) spot.classList.add("idle");
    spot.addEventListener("click", () => {
      ends = ends.length < 2 ? [...ends, end] : [end];
      if (!buttons.some(fits)) ends = ends.length > 1 ? [end] : [];
      show();
      const told = buttons.find((button) => button.tell && button.ends.length === ends.length && fits(button));
      if (told) told.element.click();
    });
  }
  for (const button of buttons) {
    const mark = (on) => spots.filter((spot) => button.ends.includes(spot.dataset.end)).forEach((spot) => spot.classList.toggle("near", on));
    for (const event of ["mouseenter", "focus"]) button.element.addEventListener(event, () => mark(true));
    for (const event of ["mouseleave", "blur"]) button.element.addEventListener(event, () => mark(false));
  }
  const frame = document.createElement("div");
  frame.className = "picture";
  frame.setAttribute("role", "gridcell");
  frame.append(drawing);
  return frame;
}

function place_at(element, tracks, place, gap = false) {
  element.style.gridColumnStart = String(tracks.column(place.x, gap));
  element.style.gridRowStart = String(tracks.row(place.y));
  return element;
}

function tile(part, place, move, poisoned, options) {
  if (move) {
    const element = target(move, "tile", part, options);
    drawn.cells.set(key(place), element);
    return element;
  }
  const element = document.createElement("div");
  element.className = `tile ${part.class}${poisoned ? " poison" : ""}`;
  element.dataset.key = key(place);
  element.setAttribute("role", "gridcell");
  element.setAttribute("aria-label", poisoned ? "the poisoned tile" : "cannot be taken by itself");
  if (poisoned) element.append(Object.assign(document.createElement("span"), { textContent: "✕" }));
  drawn.cells.set(key(place), element);
  return element;
}

/** A button that plays a move. */
function target(move, kind, part, options) {
  const element = document.createElement("button");
  element.type = "button";
  element.className = `${kind} ${part.class}`;
  element.tabIndex = -1;
  element.dataset.key = key(move.at, move.between);
  element.dataset.move = move.text;
  element.setAttribute("role", "gridcell");
  const known = options.showValues && move.leaves !== null;
  element.setAttribute("aria-label", move.label + (known ? `, leaves value ${move.leaves}` : "") + (options.showWins && move.wins ? ", wins" : ""));
  if (known) {
    element.textContent = String(move.leaves);
    element.classList.add("valued");
  }
  if (options.showWins && move.wins) element.classList.add("wins");
  const entry = { move, element, x: move.at.x + (move.between ? 0.5 : 0), y: move.at.y };
  element.addEventListener("mouseenter", () => mark(entry));
  element.addEventListener("mouseleave", unmark);
  element.addEventListener("focus", () => { rove(entry, false); mark(entry); });
  element.addEventListener("blur", unmark);
  element.addEventListener("click", (event) => chosen(entry, event));
  drawn.targets.push(entry);
  return element;
}

/** A finger cannot hover: the first touch marks the move, the second plays it. */
function chosen(entry, event) {
  if (board.getAttribute("aria-busy") === "true") return;
  if (event.pointerType === "touch" && touched !== entry.element.dataset.key) {
    touched = entry.element.dataset.key;
    mark(entry);
    document.getElementById("status").textContent = `${entry.move.label}. Touch it again to play it.`;
    return;
  }
  current = { x: entry.x, y: entry.y };
  drawn.choose(entry.move);
}

function mark(entry) {
  unmark();
  for (const cell of entry.removes) drawn.cells.get(cell)?.classList.add("goes");
  entry.element.classList.add("taken");
}

function unmark() {
  for (const element of board.querySelectorAll(".goes, .taken")) element.classList.remove("goes", "taken");
}

/** Makes a target the one that the tab key reaches. */
function rove(entry, focus) {
  for (const other of drawn.targets) other.element.tabIndex = -1;
  if (!entry) return;
  entry.element.tabIndex = 0;
  current = { x: entry.x, y: entry.y };
  if (focus) entry.element.focus();
}

function nearest(at) {
  if (!at) return undefined;
  const distance = (entry) => Math.abs(entry.x - at.x) + Math.abs(entry.y - at.y);
  return drawn.targets.reduce((best, entry) => (best && distance(best) <= distance(entry) ? best : entry), undefined);
}

/** Arrow keys: go to the next target in that direction, as near as possible to the line. */
board.addEventListener("keydown", (event) => {
  const at = drawn.targets.find((entry) => entry.element === document.activeElement);
  const direction = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
  if (!at) return;
  let next;
  if (event.key === "Home" || event.key === "End") {
    const line = drawn.targets.filter((entry) => entry.y === at.y).sort((one, other) => one.x - other.x);
    next = event.key === "Home" ? line[0] : line.at(-1);
  } else if (direction) {
    const [right, up] = direction;
    const ahead = (entry) => (entry.x - at.x) * right + (entry.y - at.y) * up;
    const aside = (entry) => Math.abs((entry.x - at.x) * up) + Math.abs((entry.y - at.y) * right);
    const cost = (entry) => (right ? ahead(entry) + 1000 * aside(entry) : 1000 * ahead(entry) + aside(entry));
    const candidates = drawn.targets.filter((entry) => ahead(entry) > 0 && (up || aside(entry) === 0));
    next = candidates.reduce((best, entry) => (best && cost(best) <= cost(entry) ? best : entry), undefined);
  } else {
    return;
  }
  event.preventDefault();
  if (next) rove(next, true);
});

function valueText(part) {
  const value = document.createElement("b");
  value.textContent = part.value === null ? "?" : String(part.value);
  const binary = document.createElement("code");
  binary.textContent = part.binary ?? "";
  return [value, binary];
}

function tag(part, options) {
  const element = document.createElement("span");
  element.className = `tag ${part.class}`;
  element.dataset.part = part.name;
  element.append(part.short);
  if (options.showValues) element.append(...valueText(part));
  return element;
}

function sideTag(part, options, tracks) {
  const element = tag(part, options);
  const side = document.createElement("span");
  side.className = "side";
  side.setAttribute("role", "rowheader");
  side.append(element);
  side.style.gridColumn = tracks.nameColumn;
  side.style.gridRowStart = String(tracks.nameRow(part.cells[0].y));
  return side;
}

/** The quadrants' names at the four corners, a board's above it. */
function drawTags(view, options, rows) {
  const tags = rows ? [] : view.parts.map((part) => tag(part, options));
  const half = Math.ceil(tags.length / 2);
  above.replaceChildren(...tags.slice(0, half));
  below.replaceChildren(...tags.slice(half));
}
