//! What the page looks like, for people to look at.

use std::path::Path;

use crate::Failure;
use crate::page::{Page, at};

/// Saves a picture of every game and of the states that a game goes through.
pub(crate) async fn take(page: &Page, folder: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(folder)?;
    let ichomp = "#game=ichomp&position=4,4,3,1/5,5,5,2/4,4,3,3,2/5,5,4,4,1&against=hard&turn=0";
    for scheme in ["light", "dark"] {
        page.colours(scheme).await?;
        page.desktop().await?;
        page.open("").await?;
        save(page, folder, &format!("new-{scheme}")).await?;
        page.open(ichomp).await?;
        page.click("#values").await?;
        page.click("#wins").await?;
        page.hover(&at("2,2")).await?;
        save(page, folder, &format!("values-{scheme}")).await?;
        page.click("#hint").await?;
        page.until("!document.getElementById('hinted').hidden").await?;
        save(page, folder, &format!("hint-{scheme}")).await?;
        for (game, position) in [("chomp", "7,7,6,4,4"), ("kayles", "5,6,3,2"), ("lasker", "2,5,7"), ("nim", "3,4,5")] {
            page.open_position(game, position).await?;
            save(page, folder, &format!("{game}-plain-{scheme}")).await?;
            page.click("#values").await?;
            page.click("#wins").await?;
            save(page, folder, &format!("{game}-{scheme}")).await?;
        }
        page.open_position("nim", "1,3").await?;
        page.play_at("1,-1").await?;
        page.play_at("1,-1").await?;
        page.until("document.getElementById('why').textContent !== ''").await?;
        save(page, folder, &format!("end-{scheme}")).await?;
        page.phone().await?;
        page.open(ichomp).await?;
        save(page, folder, &format!("phone-{scheme}")).await?;
        page.open_position("ichomp", "10x10/10x10/10x10/10x9").await?;
        page.click("#values").await?;
        save(page, folder, &format!("phone-large-{scheme}")).await?;
        page.open_position("kayles", "5,6,3,2").await?;
        page.click("#values").await?;
        save(page, folder, &format!("phone-kayles-{scheme}")).await?;
    }
    page.desktop().await?;
    page.open_position("ichomp", "18x18/2,2/-/1").await?;
    save(page, folder, "too-large").await
}

async fn save(page: &Page, folder: &Path, name: &str) -> Result<(), Failure> {
    Ok(std::fs::write(folder.join(format!("{name}.png")), page.client.screenshot().await?)?)
}
