//! The page of the atlas: grids of codes, coloured by what is known of them. One file that needs no other.

use std::fmt::Write;

use super::row::COLUMNS;

/// Colours, for dark and light screens; the grids; and the details of a cell under the pointer.
const HEAD: &str = r#"<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>Atlas of take-and-break games</title>
<style>
:root{--paper:#fbfaf7;--ink:#22262b;--soft:#68707a;--line:#dcd9d2;--none:#e7e4dd;
--s1:#cfe8d5;--s2:#8ecfa8;--s3:#3f9f7a;--s4:#17694f;--grow:#e8b04a;--seen:#9db7e8;
--tame:#8ecfa8;--wild:#b287d6;--wilder:#7a4bb0;--part:#e6d2f2}
@media(prefers-color-scheme:dark){:root{--paper:#15181c;--ink:#e7e5df;--soft:#99a1ab;--line:#30353c;--none:#262b31;
--s1:#1e3f33;--s2:#27705a;--s3:#3fa67f;--s4:#8fe0b8;--grow:#c98f2c;--seen:#4667a8;
--tame:#27705a;--wild:#8a5bc0;--wilder:#c3a0ea;--part:#3d2f4c}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:76rem;padding:1.5rem 1.25rem 9rem;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
h1{font-size:1.7rem;margin:0}h2{font-size:1.1rem;margin:1.6rem 0 .5rem}
p{max-width:46rem;margin:.4rem 0;color:var(--soft)}code{font-family:ui-monospace,monospace;font-size:.9em;color:var(--ink)}
.grids{display:flex;flex-wrap:wrap;gap:1rem 1.5rem}
.grid{display:grid;gap:2px}.g8{grid-template-columns:repeat(8,1.9rem)}.g16{grid-template-columns:repeat(16,1.9rem)}.g32{grid-template-columns:repeat(auto-fill,1.9rem)}
figure{margin:0}figcaption{font:.8rem ui-monospace,monospace;color:var(--soft);padding-bottom:.25rem}
.c{height:1.9rem;border:0;padding:0;border-radius:4px;background:var(--v);font:.68rem/1.9rem ui-monospace,monospace;color:transparent;cursor:pointer;text-align:center}
.c:hover,.c:focus{outline:2px solid var(--ink);outline-offset:1px}
body:has(#misere:checked) .c{background:var(--m)}
.e{visibility:hidden}
fieldset{border:0;padding:0;margin:1rem 0;display:flex;gap:1.2rem}
.key{display:flex;flex-wrap:wrap;gap:.3rem 1rem;font-size:.85rem;color:var(--soft);margin:.4rem 0}
.key i{display:inline-block;width:.9rem;height:.9rem;border-radius:3px;vertical-align:-.1rem;margin-right:.35rem}
.ofm{display:none}body:has(#misere:checked) .ofm{display:flex}body:has(#misere:checked) .ofv{display:none}
#told{position:fixed;inset:auto 0 0 0;background:var(--paper);border-top:1px solid var(--line);padding:.7rem 1.25rem;min-height:6.5rem;font-size:.9rem}
#told b{font:600 1.05rem ui-monospace,monospace}#told div{max-width:76rem;margin:0 auto}
</style>
"#;

/// Shows the details of a cell.
const SCRIPT: &str = r##"<script>
const told=document.querySelector("#told div"),command=document.body.dataset.command;
function tell(cell){const d=JSON.parse(cell.dataset.row),t=(s)=>document.createTextNode(s),b=document.createElement("b");
b.textContent=d.code;told.replaceChildren(b);
const lines=[];
if(d.period)lines.push(`values: preperiod ${d.preperiod}, period ${d.period}`+(+d.saltus?`, saltus ${d.saltus}`:"")+(d.proof?`, proved by ${d.proof}`:`, seen in ${d.heaps} heaps, not proved`));
else lines.push(`values: no period in ${d.heaps} heaps`);
lines[0]+=`; largest ${d.largest} at heap ${d.largest_heap}`+(d.rare?`; ${d.rare} rare heaps, last ${d.last_rare}, mask ${d.mask}`:"")+(d.values_published=="yes"?"; published":"; computed by this library");
if(d.order)lines.push(`misère play: quotient of ${d.quotient_heaps=="all"?"all heaps":"heaps below "+d.quotient_heaps} has ${d.order} elements, ${d.p_portion} in P`+(d.quotient_period?`, preperiod ${d.quotient_preperiod}, period ${d.quotient_period}`:"")+(d.misere?`; ${d.misere}`+(d.first_wild?` from heap ${d.first_wild}`:""):"")+(d.quotient_published=="yes"?"; published":"; computed by this library"));
lines.push(`${command} --only ${d.code}`);
for(const [n,line] of lines.entries()){const e=document.createElement(n==lines.length-1?"code":"div");e.textContent=line;told.append(t(" "),e)}}
for(const cell of document.querySelectorAll(".c")){cell.addEventListener("mouseenter",()=>tell(cell));cell.addEventListener("focus",()=>tell(cell))}
</script>
"##;

/// The keys of the two colourings.
const KEYS: &str = r#"<fieldset><label><input type="radio" name="by" id="values" checked> values in normal play</label>
<label><input type="radio" name="by" id="misere"> misère quotients</label></fieldset>
<div class="key ofv"><span><i style="background:var(--s1)"></i>period proved, preperiod up to 100</span><span><i style="background:var(--s2)"></i>up to 1000</span>
<span><i style="background:var(--s3)"></i>up to 10 000</span><span><i style="background:var(--s4)"></i>more</span><span><i style="background:var(--grow)"></i>grows, proved</span>
<span><i style="background:var(--seen)"></i>seen, not proved</span><span><i style="background:var(--none)"></i>no period seen</span></div>
<div class="key ofm"><span><i style="background:var(--tame)"></i>tame, quotient of all heaps</span><span><i style="background:var(--wild)"></i>wild, quotient of all heaps</span>
<span><i style="background:var(--wilder)"></i>the same with more than 40 elements</span><span><i style="background:var(--part)"></i>quotient of the first heaps only</span></div>
"#;

/// The page of these rows, which `command` makes, and `of_row` with a code after it each.
pub(super) fn html<'a>(command: &str, of_row: &str, rows: impl Iterator<Item = &'a String>) -> String {
    let rows: Vec<Vec<&str>> = rows.map(|row| row.split(',').collect()).collect();
    let mut page = HEAD.to_owned();
    let tell = |page: &mut String, text: &str| page.push_str(text);
    let _ = write!(page, "<body data-command=\"{of_row}\">\n<h1>Atlas of take-and-break games</h1>\n");
    let _ = writeln!(
        page,
        "<p>{} codes in standard form: what is known of their values and of misère play. A grid has the second digit downwards and the \
         third to the right. Made by <code>{command} --out DIR</code>; the numbers are in <code>atlas.csv</code>. \
         Numbers that no publication at hand gives are called <em>computed by this library</em>.</p>",
        rows.len(),
    );
    tell(&mut page, KEYS);
    let row_of = |code: &str| rows.iter().find(|row| row[0] == code);
    for before in ["0", "4"] {
        let _ = write!(page, "<h2>Octal codes {before}.d…</h2>\n<div class=\"grids\">\n");
        for first in [1, 3, 5, 7] {
            let _ = write!(page, "<figure><figcaption>{before}.{first}</figcaption><div class=\"grid g8\">");
            for (second, third) in (0..8).flat_map(|second| (0..8).map(move |third| (second, third))) {
                let digits = format!("{first}{second}{third}");
                cell(&mut page, row_of(&format!("{before}.{}", digits.trim_end_matches('0'))));
            }
            tell(&mut page, "</div></figure>\n");
        }
        tell(&mut page, "</div>\n");
    }
    tell(
        &mut page,
        "<h2>Hexadecimal codes 0.d…</h2>\n<div class=\"grids\"><figure><figcaption>first digit 1, 3, .., F downwards; second digit 0 to F to the right</figcaption><div class=\"grid g16\">",
    );
    for (first, second) in (1..16_u32).step_by(2).flat_map(|first| (0..16_u32).map(move |second| (first, second))) {
        cell(&mut page, row_of(format!("0.{first:X}{second:X}").trim_end_matches('0')));
    }
    tell(&mut page, "</div></figure></div>\n");
    let digits_of = |code: &str| code.split_once('.').map_or(0, |(_, digits)| digits.len());
    let longer: Vec<_> = rows.iter().filter(|row| digits_of(row[0]) > 3).collect();
    if !longer.is_empty() {
        tell(&mut page, "<h2>Octal codes of four digits, in ascending order</h2>\n<div class=\"grid g32\">");
        for row in longer {
            cell(&mut page, Some(row));
        }
        tell(&mut page, "</div>\n");
    }
    tell(&mut page, "<div id=\"told\"><div>Point at a code.</div></div>\n");
    tell(&mut page, SCRIPT);
    page
}

/// A cell of a grid; an empty place if the code is not in the table.
fn cell(page: &mut String, row: Option<&Vec<&str>>) {
    let Some(row) = row else {
        page.push_str("<i class=\"c e\"></i>");
        return;
    };
    let field = |name: &str| {
        COLUMNS.iter().position(|column| *column == name).and_then(|place| row.get(place)).copied().unwrap_or_default()
    };
    let number = |name: &str| field(name).parse::<u64>().ok();
    let values = match (number("period"), field("proof"), number("saltus"), number("preperiod")) {
        (None, ..) => "none",
        (Some(_), "", ..) => "seen",
        (Some(_), _, Some(1..), _) => "grow",
        (.., Some(0..=100)) => "s1",
        (.., Some(101..=1000)) => "s2",
        (.., Some(1001..=10_000)) => "s3",
        _ => "s4",
    };
    let misere = match (field("quotient_heaps"), field("misere"), number("order")) {
        ("", ..) => "none",
        ("all", "tame", _) => "tame",
        ("all", _, Some(41..)) => "wilder",
        ("all", ..) => "wild",
        _ => "part",
    };
    let told: Vec<String> = COLUMNS
        .iter()
        .zip(row)
        .filter(|(_, value)| !value.is_empty())
        .map(|(name, value)| format!("&quot;{name}&quot;:&quot;{value}&quot;"))
        .collect();
    let _ = write!(
        page,
        "<button class=\"c\" style=\"--v:var(--{values});--m:var(--{misere})\" aria-label=\"{}\" data-row=\"{{{}}}\"></button>",
        row[0],
        told.join(",")
    );
}
