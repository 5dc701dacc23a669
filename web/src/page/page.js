// The page: the players, the moves so far, and the settings of the display. It knows no rules: positions come from the server and go back
// to it.

import { beckon, draw, frameOf, markPlaces, narrow } from "/board.js";
import { drawTheory } from "/theory.js";

const at = (id) => document.getElementById(id);

/** The state of the page. `past` has the views of the game from the first to the last, `now` is the index of the one shown. */
const state = { kinds: [], kind: null, past: [], now: 0, against: "medium", first: "you", turn: 0, frame: null, busy: false, said: "" };

/** The number of the last question. An answer to an earlier question is dropped. */
let asked = 0;

const view = () => state.past[state.now].view;
const withComputer = () => state.against !== "two";
/** The player to move: 0 for the one who begins, 1 for the other. */
const mover = (place = state.now) => (state.turn + place) % 2;
const isComputer = (player) => withComputer() && (player === 0) === (state.first === "computer");

function playerName(player) {
  if (!withComputer()) return `player ${player + 1}`;
  return isComputer(player) ? "the computer" : "you";
}

const capitalised = (text) => text.charAt(0).toUpperCase() + text.slice(1);

async function ask(path, question) {
  const options = question && { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(question) };
  const response = await fetch(path, options);
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer;
}

/** Runs an action; an error becomes the status line. */
async function attempt(action) {
  try {
    await action();
  } catch (error) {
    state.busy = false;
    say(error instanceof TypeError ? "The program that this page asks does not answer. Is it still running?" : error.message);
    if (state.past.length > 0) render();
  }
}

function say(text) {
  state.said = text;
  at("status").textContent = text;
}

// Play.

/** Begins a game with a position. */
async function begin(kind, first, { against, beginner, turn = 0 }) {
  Object.assign(state, { kind, past: [{ view: first, move: null }], now: 0, against, first: beginner, turn });
  state.frame = frameOf(first, null);
  say("");
  await goOn();
}

/** Goes on after a move: to the end of the game, the computer's move, or the turn of a person. */
async function goOn() {
  if (!view().over && isComputer(mover())) {
    await computerMoves();
    return;
  }
  state.busy = false;
  render();
  if (view().over) await tellWhy();
}

function played(move, left) {
  state.past = [...state.past.slice(0, state.now + 1), { view: left, move }];
  state.now += 1;
  state.frame = frameOf(left, state.frame);
}

async function choose(move) {
  if (state.busy || view().over) return;
  state.busy = true;
  at("hint").disabled = true;
  say("");
  const question = ++asked;
  await attempt(async () => {
    const left = await ask("/api/play", { game: state.kind.name, position: view().position, move: move.text });
    if (question !== asked) return;
    played(move.text, left);
    await goOn();
  });
}

async function computerMoves() {
  state.busy = true;
  render();
  const question = ++asked;
  const reply = await ask("/api/computer", { game: state.kind.name, position: view().position, level: state.against });
  if (question !== asked) return;
  markPlaces(reply.removes);
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) await new Promise((done) => setTimeout(done, 450));
  if (question !== asked) return;
  played(reply.move, reply.view);
  say(`The computer plays ${reply.move}. ${reply.note ?? ""}`.trim());
  await goOn();
}

/** The most positions that the program tells of, as in desk.rs, and the most characters of them that fit into a question. */
const MOST_TOLD = 500;
const MOST_SENT = 200000;

/** The last positions of the game, as many as the program tells of. */
function lastPositions() {
  const all = state.past.slice(0, state.now + 1).map((entry) => entry.view.position);
  let [from, room] = [all.length, MOST_SENT];
  while (from > 0 && all.length - from < MOST_TOLD && room >= all[from - 1].length) room -= all[--from].length;
  return all.slice(from);
}

async function tellWhy() {
  const question = ++asked;
  const positions = lastPositions();
  const story = {
    game: state.kind.name,
    players: [playerName(mover(0)), playerName(mover(1))],
    positions,
    earlier: state.now + 1 - positions.length,
  };
  const review = await ask("/api/review", story);
  if (question !== asked) return;
  at("why").textContent = review.sentence;
}

/** The index of the nearest view in a direction at which a person is to move, or the game is over. */
function placeToGo(step) {
  for (let place = state.now + step; place >= 0 && place < state.past.length; place += step) {
    if (!isComputer(mover(place)) || state.past[place].view.over) return place;
  }
  return null;
}

function go(step) {
  const place = placeToGo(step);
  if (place === null) return;
  asked += 1;
  state.now = place;
  say(step < 0 ? "Undone." : "Done again.");
  void attempt(goOn);
}

async function hint() {
  // The answer to a move is on its way, and a later question would drop it.
  if (state.busy) return;
  const question = ++asked;
  const answer = await ask("/api/hint", { game: state.kind.name, position: view().position });
  if (question !== asked) return;
  at("hinted").hidden = false;
  at("hinted").textContent = capitalised(answer.sentence);
  if (answer.move) beckon(answer.move);
}

// The display.

function render() {
  const shown = { showValues: at("values").checked, showWins: at("wins").checked };
  at("title").textContent = state.kind.title;
  document.title = state.kind.title;
  at("rule").textContent = state.kind.rule;
  for (const button of at("games").children) button.setAttribute("aria-pressed", String(button.value === state.kind.name));
  draw(view(), { ...shown, layout: state.kind.layout, frame: state.frame, busy: state.busy, choose });
  at("theory").hidden = !shown.showValues;
  drawTheory(view());
  at("hinted").hidden = true;
  at("note").hidden = !view().note;
  at("note").textContent = view().note ?? "";
  renderTurn();
  renderMoves(shown.showValues);
  at("undo").disabled = placeToGo(-1) === null;
  at("redo").disabled = placeToGo(1) === null;
  at("hint").disabled = state.busy || view().over;
  renderForm();
  writeAddress();
}

function renderTurn() {
  const { over } = view();
  for (const player of [0, 1]) {
    const element = at(`player-${player}`);
    element.textContent = capitalised(playerName(player));
    element.classList.toggle("moves", !over && mover() === player);
    element.classList.toggle("won", over && mover() !== player);
  }
  at("verdict").hidden = !over;
  if (over) {
    const winner = 1 - mover();
    at("winner").textContent = `${capitalised(playerName(winner))} ${playerName(winner) === "you" ? "win" : "wins"}.`;
    at("why").textContent = "";
  }
  const turn = over ? "The game is over." : state.busy ? "The computer thinks." : `${isYou() ? "Your" : `${capitalised(playerName(mover()))}’s`} move.`;
  at("status").textContent = `${state.said} ${turn}`.trim();
}

const isYou = () => playerName(mover()) === "you";

function renderMoves(showValues) {
  const items = state.past.slice(1).map((entry, index) => {
    const item = document.createElement("li");
    item.append(`${capitalised(playerName(mover(index)))}: ${entry.move}`);
    if (index + 1 > state.now) item.className = "undone";
    const sum = entry.view.working?.value;
    if (showValues && sum !== undefined) {
      const leaves = document.createElement("span");
      leaves.className = sum === 0 ? "to zero" : "to";
      leaves.textContent = ` leaves ${sum}`;
      item.append(leaves);
    }
    return item;
  });
  at("moves").replaceChildren(...items);
  at("no-moves").hidden = items.length > 0;
  at("moves").scrollTop = at("moves").scrollHeight;
}

/** The fields of the game. */
function renderForm() {
  const text = state.kind.layout === "text";
  for (const label of document.querySelectorAll(".sides")) label.hidden = text;
  for (const label of document.querySelectorAll("label.words")) label.hidden = !text;
  at("random").hidden = text;
  at("name").placeholder = state.kind.name;
  at("text").placeholder = state.kind.example ?? view().position;
  at("more").value = text ? (state.kind.option ?? state.kind.name) : "";
  const rows = state.kind.layout === "rows";
  at("width-name").textContent = rows ? "Longest row" : "Width";
  at("height-name").textContent = rows ? "Rows" : "Height";
  at("height").max = rows ? 10 : 20;
  ["width", "height"].forEach((side, index) => { at(side).placeholder = String(state.kind.sides?.[index] ?? ""); });
  for (const label of document.querySelectorAll(".centre")) label.hidden = state.kind.layout !== "centre";
  at("first").disabled = at("against").value === "two";
}

// The address: a link reopens the position.

function writeAddress() {
  const turn = String(mover());
  const fields = { game: state.kind.name, position: view().position, against: state.against, first: state.first, turn };
  const text = Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll("%2C", ",").replaceAll("%2F", "/")}`);
  history.replaceState(null, "", `#${text.join("&")}`);
}

const addressed = () => new URLSearchParams(location.hash.slice(1));

/** The position of the address. `false` if it has none. */
async function readAddress() {
  const fields = addressed();
  const kind = kindOf(fields.get("game"));
  if (!kind || !fields.has("position")) return false;
  const question = ++asked;
  const first = await ask("/api/view", { game: kind.name, position: fields.get("position") });
  if (question !== asked) return true;
  const against = ["two", "easy", "medium", "hard"].includes(fields.get("against")) ? fields.get("against") : "two";
  const beginner = fields.get("first") === "computer" ? "computer" : "you";
  at("against").value = against;
  at("first").value = beginner;
  await begin(kind, first, { against, beginner, turn: fields.get("turn") === "1" ? 1 : 0 });
  return true;
}

// Games.

/** The game of a name, which may have other parameters than the example on offer. */
function kindOf(name) {
  const exact = state.kinds.find((kind) => kind.name === name);
  if (exact || !name) return exact;
  const family = state.kinds.find((kind) => kind.layout === "text" && name.startsWith(`${kind.title}:`));
  const rule = family ? `As ${family.name}: ${family.rule}` : "";
  return { name, title: name, layout: "text", rule, sides: null, example: family?.example ?? null, option: family?.name ?? "" };
}

/** A new game by the fields of the form. */
function startOver(random) {
  if (state.kind.layout !== "text") return newGame(state.kind, random, wishes());
  const kind = kindOf(at("name").value.trim() || state.kind.name);
  return newGame(kind, false, { position: at("text").value.trim() || (kind.example ?? view().position) });
}

// Buttons and fields.

const number = (id) => (at(id).value === "" ? undefined : Number(at(id).value));

async function newGame(kind, random, fields = {}) {
  const question = ++asked;
  const first = await ask("/api/new", { game: kind.name, random, position: kind.example, ...fields });
  if (question !== asked) return;
  await begin(kind, first, { against: at("against").value, beginner: at("first").value });
}

/** The sides that the form has for the game. */
function wishes() {
  const sides = { width: number("width"), height: number("height") };
  return state.kind.layout === "centre" ? { ...sides, left: number("left"), above: number("above") } : sides;
}

at("new").addEventListener("submit", (event) => {
  event.preventDefault();
  void attempt(() => startOver(false));
});
at("random").addEventListener("click", () => attempt(() => startOver(true)));
at("more").addEventListener("change", () => {
  at("name").value = "";
  at("text").value = "";
  void attempt(() => newGame(kindOf(at("more").value), false));
});
at("undo").addEventListener("click", () => go(-1));
at("redo").addEventListener("click", () => go(1));
at("hint").addEventListener("click", () => attempt(hint));
at("values").addEventListener("change", render);
at("wins").addEventListener("change", render);
at("against").addEventListener("change", renderForm);
document.addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.target instanceof HTMLInputElement) return;
  const pressed = event.key.toLowerCase();
  const step = pressed === "y" || (pressed === "z" && event.shiftKey) ? 1 : pressed === "z" ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  go(step);
});
narrow.addEventListener("change", () => { if (state.past.length > 0) render(); });
addEventListener("hashchange", () => attempt(readAddress));

void attempt(async () => {
  state.kinds = (await ask("/api/games")).games;
  at("games").replaceChildren(
    ...state.kinds.filter((kind) => kind.layout !== "text").map((kind) => {
      const button = Object.assign(document.createElement("button"), { type: "button", value: kind.name, textContent: kind.title });
      button.addEventListener("click", () => attempt(() => newGame(kind, false)));
      return button;
    }),
  );
  const more = state.kinds.filter((kind) => kind.layout === "text");
  at("more").hidden = more.length === 0;
  at("more").replaceChildren(
    Object.assign(new Option("More games", ""), { disabled: true }),
    ...more.map((kind) => new Option(kind.name, kind.name)),
  );
  let opened = false;
  await attempt(async () => { opened = await readAddress(); });
  if (!opened) {
    // The game of the address all the same, where there is one.
    const problem = state.said;
    const named = addressed().get("game");
    await newGame(state.kinds.find((kind) => kind.name === named) ?? state.kinds[0], false);
    if (problem) { say(problem); renderTurn(); }
  }
});
