extension HTMLSheet {
    /// The page asks nothing of any network, and runs nothing but what stands here.
    static let policy =
        "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'"

    static let style = """
        :root { color-scheme: light dark; font: 15px/1.4 system-ui, sans-serif; }
        body { margin: 0; background: Canvas; color: CanvasText; }
        header { position: sticky; top: 0; z-index: 1; padding: .6rem 1rem; background: Canvas;
          border-bottom: 1px solid GrayText; }
        h1 { margin: 0 0 .4rem; font-size: 1.1rem; overflow-wrap: anywhere; }
        form { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; }
        input, select { font: inherit; padding: .2rem .4rem; }
        ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(170px, 1fr));
          gap: 1rem; margin: 0; padding: 1rem; list-style: none; }
        li { content-visibility: auto; contain-intrinsic-size: 170px 220px; padding: .4rem;
          border-radius: 6px; background: color-mix(in srgb, CanvasText 7%, Canvas); }
        li:focus-visible { outline: 3px solid Highlight; }
        img, .file { display: block; margin: 0 auto .4rem; max-width: 100%; height: 160px;
          object-fit: contain; }
        .file { width: 70%; border: 1px dashed GrayText; box-sizing: border-box; }
        p { margin: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
        li:focus .name, li:hover .name { white-space: normal; overflow-wrap: anywhere; }
        .details { font-size: .85em; opacity: .8; }
        """

    /// Sorting and filtering put those items into the list that are to be shown, all at once and
    /// while the list is out of the page: a change to each of thousands in their place costs
    /// seconds. Names are compared once. Arrow keys move the focus from one item to the next.
    static let script = """
        const list = document.getElementById("items");
        const filter = document.getElementById("filter");
        const order = document.getElementById("order");
        const count = document.getElementById("count");
        const items = [...list.children];
        const compare = new Intl.Collator().compare;
        const entries = items.map((item) => ({
          item, name: item.dataset.name, state: item.dataset.state,
          size: Number(item.dataset.size), time: Number(item.dataset.time),
        }));
        entries.sort((a, b) => compare(a.name, b.name));
        entries.forEach((entry, rank) => {
          entry.rank = rank;
          entry.text = (entry.name + " " + entry.state).toLowerCase();
        });
        const orders = {
          name: (a, b) => a.rank - b.rank,
          size: (a, b) => b.size - a.size || a.rank - b.rank,
          time: (a, b) => b.time - a.time || a.rank - b.rank,
          state: (a, b) => compare(a.state, b.state) || a.rank - b.rank,
        };
        let shown = [];
        function show() {
          const wanted = filter.value.toLowerCase();
          shown = entries.filter((entry) => entry.text.includes(wanted)).map((entry) => entry.item);
          const place = list.parentNode;
          list.remove();
          list.replaceChildren();
          list.append(...shown);
          place.append(list);
          count.textContent = shown.length + " of " + items.length;
        }
        function sort() {
          entries.sort(orders[order.value]);
          show();
        }
        filter.addEventListener("input", show);
        order.addEventListener("change", sort);
        document.querySelector("form").addEventListener("submit", (event) => event.preventDefault());
        list.addEventListener("keydown", (event) => {
          const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
          const next = step && shown[shown.indexOf(document.activeElement) + step];
          if (next) { next.focus(); event.preventDefault(); }
        });
        sort();
        """
}
