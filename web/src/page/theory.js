// The working: the values under each other in binary, and the parity of each column, as the server says them.

const table = document.getElementById("working");

function cell(kind, text, name = "") {
  const element = document.createElement(kind);
  element.textContent = text;
  element.className = name;
  return element;
}

function row(name, ...cells) {
  const element = document.createElement("tr");
  element.className = name;
  element.append(...cells);
  return element;
}

/** Fills the table and the sentence below it. */
export function drawTheory(view) {
  const { working } = view;
  document.getElementById("conclusion").textContent = working?.sentence ?? "";
  if (!working) {
    table.replaceChildren(cell("caption", "Not all values are known."));
    return;
  }
  const leading = working.odd.indexOf(true);
  const bits = (binary) =>
    [...binary].map((bit, place) => cell("td", bit, `bit ${bit === "0" ? "zero" : ""} ${place === leading ? "leading" : ""}`));
  const head = cell("th", "binary");
  head.colSpan = working.odd.length;
  const values = view.parts.map((part) => {
    const name = cell("th", "", part.class);
    name.scope = "row";
    name.append(cell("span", "", "swatch"), part.name);
    return row("", name, cell("td", String(part.value)), ...bits(part.binary));
  });
  const sumName = cell("th", "nim-sum");
  sumName.scope = "row";
  const parityName = cell("th", "ones");
  parityName.scope = "row";
  const parities = working.odd.map((odd, place) => {
    const parity = cell("td", odd ? "o" : "e", `bit ${odd ? "odd" : ""} ${place === leading ? "leading" : ""}`);
    parity.setAttribute("aria-label", odd ? "odd" : "even");
    return parity;
  });
  const header = document.createElement("thead");
  header.append(row("", cell("th", "part"), cell("th", "value"), head));
  const body = document.createElement("tbody");
  body.append(
    ...values,
    row("sum", sumName, cell("td", String(working.value)), ...bits(working.binary)),
    row("parity", parityName, cell("td", ""), ...parities),
  );
  table.replaceChildren(header, body);
}
