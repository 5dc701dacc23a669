//! The page, as one who plays uses it: open, look, point, click, type.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use fantoccini::actions::{InputSource, MOUSE_BUTTON_LEFT, MouseActions, PointerAction, TouchActions};
use fantoccini::elements::Element;
use fantoccini::wd::WebDriverCompatibleCommand;
use fantoccini::{Client, Locator};
use serde_json::{Value, json};

use crate::Failure;

/// How long a condition may take to come true.
const PATIENCE: Duration = Duration::from_secs(20);

pub(crate) struct Page {
    pub(crate) client: Client,
    address: String,
}

impl Page {
    pub(crate) fn new(client: Client, address: String) -> Self {
        Self { client, address }
    }

    pub(crate) async fn desktop(&self) -> Result<(), Failure> {
        self.size(1280, 900, false).await
    }

    pub(crate) async fn phone(&self) -> Result<(), Failure> {
        self.size(360, 740, true).await
    }

    /// The size of what is seen, which a window can't be made as small as.
    async fn size(&self, width: u32, height: u32, phone: bool) -> Result<(), Failure> {
        let metrics = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": phone });
        self.tell("Emulation.setDeviceMetricsOverride", metrics).await?;
        self.tell("Emulation.setTouchEmulationEnabled", json!({ "enabled": phone })).await
    }

    pub(crate) async fn colours(&self, scheme: &str) -> Result<(), Failure> {
        let features = json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
        self.tell("Emulation.setEmulatedMedia", features).await
    }

    async fn tell(&self, command: &'static str, parameters: Value) -> Result<(), Failure> {
        self.client.issue_cmd(Devtools { command, parameters }).await?;
        Ok(())
    }

    /// Opens the page anew, with what stands behind the `#` of its address.
    pub(crate) async fn open(&self, place: &str) -> Result<(), Failure> {
        self.client.goto("about:blank").await?;
        self.client.goto(&format!("{}/{place}", self.address)).await?;
        self.quiet().await
    }

    /// Opens a position of iChomp for two players.
    pub(crate) async fn open_position(&self, game: &str, position: &str) -> Result<(), Failure> {
        self.open(&format!("#game={game}&position={position}&against=two")).await
    }

    /// Waits until the page has drawn a position and nobody thinks.
    pub(crate) async fn quiet(&self) -> Result<(), Failure> {
        self.until("location.hash.includes('position=') && document.querySelector('#board').getAttribute('aria-busy') === 'false'").await
    }

    /// Waits until a condition holds.
    pub(crate) async fn until(&self, condition: &str) -> Result<(), Failure> {
        let start = Instant::now();
        loop {
            if self.look(condition).await? == Value::Bool(true) {
                return Ok(());
            }
            if start.elapsed() > PATIENCE {
                let status = self.text("#status").await?;
                return Err(format!("`{condition}` did not come true; the page says: {status}").into());
            }
            tokio::time::sleep(Duration::from_millis(15)).await;
        }
    }

    /// The value of an expression in the page.
    pub(crate) async fn look(&self, expression: &str) -> Result<Value, Failure> {
        Ok(self.client.execute(&format!("return ({expression})"), Vec::new()).await?)
    }

    pub(crate) async fn find(&self, selector: &str) -> Result<Element, Failure> {
        self.client.find(Locator::Css(selector)).await.map_err(|error| format!("{selector}: {error}").into())
    }

    pub(crate) async fn text(&self, selector: &str) -> Result<String, Failure> {
        Ok(self.find(selector).await?.text().await?)
    }

    pub(crate) async fn count(&self, selector: &str) -> Result<usize, Failure> {
        Ok(self.client.find_all(Locator::Css(selector)).await?.len())
    }

    pub(crate) async fn click(&self, selector: &str) -> Result<(), Failure> {
        self.find(selector).await?.click().await.map_err(|error| format!("{selector}: {error}").into())
    }

    /// Fills a field with a text.
    pub(crate) async fn fill(&self, selector: &str, text: &str) -> Result<(), Failure> {
        let field = self.find(selector).await?;
        field.clear().await?;
        Ok(field.send_keys(text).await?)
    }

    pub(crate) async fn choose(&self, selector: &str, value: &str) -> Result<(), Failure> {
        Ok(self.find(selector).await?.select_by_value(value).await?)
    }

    /// Types at whatever has the focus.
    pub(crate) async fn press(&self, keys: &str) -> Result<(), Failure> {
        Ok(self.client.active_element().await?.send_keys(keys).await?)
    }

    /// Moves the mouse upon something.
    pub(crate) async fn hover(&self, selector: &str) -> Result<(), Failure> {
        let element = self.find(selector).await?;
        let action = PointerAction::MoveToElement { element, duration: None, x: 0., y: 0. };
        Ok(self.client.perform_actions(MouseActions::new("mouse".to_owned()).then(action)).await?)
    }

    /// Touches something once.
    pub(crate) async fn touch(&self, selector: &str) -> Result<(), Failure> {
        let element = self.find(selector).await?;
        let actions = TouchActions::new("finger".to_owned())
            .then(PointerAction::MoveToElement { element, duration: None, x: 0., y: 0. })
            .then(PointerAction::Down { button: MOUSE_BUTTON_LEFT })
            .then(PointerAction::Up { button: MOUSE_BUTTON_LEFT });
        self.client.perform_actions(actions).await?;
        Ok(())
    }

    /// Clicks what plays at a place, and waits until it is somebody's turn again.
    pub(crate) async fn play_at(&self, key: &str) -> Result<(), Failure> {
        let before = self.position().await?;
        self.click(&at(key)).await?;
        self.until(&format!("decodeURIComponent(location.hash).includes('position={before}&') === false")).await?;
        self.quiet().await
    }

    /// The position in the address.
    pub(crate) async fn position(&self) -> Result<String, Failure> {
        let position = self.look("new URLSearchParams(location.hash.slice(1)).get('position')").await?;
        Ok(position.as_str().ok_or("the address has no position")?.to_owned())
    }

    /// The places of what would go now, as `x,y`.
    pub(crate) async fn marked(&self) -> Result<BTreeSet<String>, Failure> {
        let keys = self.look("[...document.querySelectorAll('.goes')].map((tile) => tile.dataset.key)").await?;
        Ok(keys.as_array().into_iter().flatten().filter_map(|key| key.as_str().map(str::to_owned)).collect())
    }

    /// What is written on everything that can be clicked, by its place.
    pub(crate) async fn written(&self) -> Result<BTreeMap<String, String>, Failure> {
        let pairs =
            "[...document.querySelectorAll('#board [data-move]')].map((tile) => [tile.dataset.key, tile.textContent])";
        let pairs: Vec<(String, String)> = serde_json::from_value(self.look(pairs).await?)?;
        Ok(pairs.into_iter().collect())
    }
}

/// What is clicked at a place.
pub(crate) fn at(key: &str) -> String {
    format!("#board [data-key=\"{key}\"]")
}

/// A command of the browser that `WebDriver` has no word for.
#[derive(Debug)]
struct Devtools {
    command: &'static str,
    parameters: Value,
}

impl WebDriverCompatibleCommand for Devtools {
    fn endpoint(&self, base: &url::Url, session: Option<&str>) -> Result<url::Url, url::ParseError> {
        base.join(&format!("session/{}/goog/cdp/execute", session.unwrap_or_default()))
    }

    fn method_and_body(&self, _: &url::Url) -> (http::Method, Option<String>) {
        let body = json!({ "cmd": self.command, "params": self.parameters });
        (http::Method::POST, Some(body.to_string()))
    }
}
