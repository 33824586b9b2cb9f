"use strict"

// Most findings are never looked at: they stay text. As the noscript element is for those without scripts, its content
// is that for a browser that has them. In it, line feeds and angle brackets are markup only.
function readFindings(markup) {
	const [head, ...bodies] = markup.split(/^(?=<tbody)/m)
	const texts = bodies.map(body => body.replace(/<(?:td|dd)[^>]*>/g, "\n").replace(/<[^>]*>/g, ""))
	const decoder = document.createElement("textarea")
	decoder.innerHTML = texts.join("\f")
	const rows = decoder.textContent.split("\f").map((text, i) => ({
		markup: bodies[i], cells: text.split("\n", 7).slice(1), text: text.toLowerCase(),
	}))
	return {head, rows}
}

// The table has the findings that are wanted, as far as one can see.
function showFindings(all, form) {
	const chunk = 200
	const ranks = ["error", "warning", "info"]
	const orders = {
		severity: (a, b) => ranks.indexOf(a) - ranks.indexOf(b),
		number: (a, b) => a - b,
		text: new Intl.Collator("en", {numeric: true}).compare,
	}
	const {head, rows} = readFindings(all.textContent)
	all.insertAdjacentHTML("beforebegin", head)
	const table = all.previousElementSibling
	const buttons = [...table.querySelectorAll("button")]
	const none = document.createElement("caption")
	none.textContent = "No finding is like that."
	let order = rows, shown = [], drawn = 0

	function more(count) {
		for (const row of shown.slice(drawn, drawn += count)) table.append(row.body ??= bodyOf(row))
	}
	function bodyOf(row) {
		const holder = document.createElement("template")
		holder.innerHTML = row.markup
		return holder.content.firstElementChild
	}
	function filter() {
		const words = form.text.value.toLowerCase().split(/\s+/)
		const hidden = [...form.severity].filter(box => !box.checked).map(box => box.value)
		const rule = form.rule.value
		shown = order.filter(({cells, text}) => !hidden.includes(cells[0]) && (rule === "" || rule === cells[3]) &&
			words.every(word => text.includes(word)))
		table.replaceChildren(table.tHead)
		if (shown.length === 0) table.append(none)
		drawn = 0
		more(chunk)
		form.count.value = `${shown.length.toLocaleString("en")} of ${rows.length.toLocaleString("en")} shown`
	}
	function sort(column) {
		const header = buttons[column].parentElement
		const down = header.ariaSort === "ascending"
		for (const button of buttons) button.parentElement.removeAttribute("aria-sort")
		header.ariaSort = down ? "descending" : "ascending"
		const compare = orders[buttons[column].dataset.order]
		order = rows.toSorted((a, b) => (down ? -1 : 1) * compare(a.cells[column], b.cells[column]))
		filter()
	}

	buttons.forEach((button, column) => {
		button.disabled = false
		button.addEventListener("click", () => sort(column))
	})
	form.hidden = false
	form.addEventListener("input", filter)
	form.addEventListener("reset", () => setTimeout(filter))
	form.addEventListener("submit", event => event.preventDefault())
	addEventListener("beforeprint", () => more(shown.length))
	const end = document.getElementById("more")
	const observer = new IntersectionObserver(([entry]) => {
		if (!entry.isIntersecting || drawn >= shown.length) return
		more(chunk)
		observer.unobserve(end) // to be told again if the end is still in sight
		observer.observe(end)
	}, {rootMargin: "1000px"})
	filter()
	observer.observe(end)
}

// A point of the picture shows its curves, and, when it is clicked, its findings, which a search shows, too.
function showPicture(picture, form) {
	picture.querySelectorAll(".node").forEach((node, i) => {
		const curves = picture.querySelectorAll(`[data-from="${i}"], [data-to="${i}"]`)
		function focus(on) {
			picture.classList.toggle("focus", on)
			for (const curve of curves) curve.classList.toggle("on", on)
		}
		function choose() {
			form.text.value = node.dataset.name
			form.text.dispatchEvent(new Event("input", {bubbles: true}))
			form.scrollIntoView()
		}
		node.addEventListener("pointerenter", () => focus(true))
		node.addEventListener("pointerleave", () => focus(false))
		if (form) node.addEventListener("click", choose)
	})
	picture.classList.toggle("live", Boolean(form))
}

{
	const all = document.getElementById("all")
	const form = document.getElementById("filter")
	const picture = document.getElementById("picture")
	if (all) showFindings(all, form)
	if (picture) showPicture(picture, form)
}
