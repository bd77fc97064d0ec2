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
        li[hidden] { display: none; }
        img, .file { display: block; margin: 0 auto .4rem; max-width: 100%; height: 160px;
          object-fit: contain; }
        .file { width: 70%; border: 1px dashed GrayText; box-sizing: border-box; }
        p { margin: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
        li:focus .name, li:hover .name { white-space: normal; overflow-wrap: anywhere; }
        .details { font-size: .85em; opacity: .8; }
        """

    /// Sorting moves the items; what is filtered out stays and is hidden. Arrow keys move the
    /// focus from one shown item to the next.
    static let script = """
        const list = document.getElementById("items");
        const filter = document.getElementById("filter");
        const order = document.getElementById("order");
        const count = document.getElementById("count");
        const items = [...list.children];
        const shown = () => [...list.children].filter((item) => !item.hidden);
        const byName = (a, b) => a.dataset.name.localeCompare(b.dataset.name);
        const orders = {
          name: byName,
          size: (a, b) => b.dataset.size - a.dataset.size || byName(a, b),
          time: (a, b) => b.dataset.time - a.dataset.time || byName(a, b),
          state: (a, b) => a.dataset.state.localeCompare(b.dataset.state) || byName(a, b),
        };
        function show() {
          const wanted = filter.value.toLowerCase();
          let visible = 0;
          for (const item of items) {
            item.hidden = !(item.dataset.name + " " + item.dataset.state).toLowerCase()
              .includes(wanted);
            if (!item.hidden) visible += 1;
          }
          count.textContent = visible + " of " + items.length;
        }
        function sort() {
          list.append(...items.sort(orders[order.value]));
        }
        filter.addEventListener("input", show);
        order.addEventListener("change", sort);
        document.querySelector("form").addEventListener("submit", (event) => event.preventDefault());
        list.addEventListener("keydown", (event) => {
          const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
          if (!step) return;
          const all = shown();
          const next = all[all.indexOf(document.activeElement) + step];
          if (next) { next.focus(); event.preventDefault(); }
        });
        sort();
        show();
        """
}
