// What is asked of a page. Each function takes and returns what JSON can hold, for many questions at a time.
(() => {
	const members = ["href", "origin", "protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash"]
	const values = x => Object.fromEntries(members.map(m => [m, x[m]]))

	// references sets the base and the reference of an element again and again.
	function references(questions) {
		const a = document.querySelector("a")
		return questions.map(q => {
			setBase(q.base)
			const answer = {baseURI: document.baseURI}
			a.setAttribute("href", q.ref)
			answer.link = values(a)
			answer.linkSet = q.set.map(({name, value}) => {
				a.setAttribute("href", q.ref)
				a[name] = value
				return a.getAttribute("href")
			})
			answer.url = construct(q)
			answer.urlSet = answer.url && q.set.map(({name, value}) => {
				const u = new URL(q.ref, q.object || undefined)
				try { u[name] = value } catch { return "TypeError" }
				return u.href
			})
			return answer
		})
	}

	function setBase(base) {
		const element = document.querySelector("base")
		base == null ? element.removeAttribute("href") : element.setAttribute("href", base)
	}

	function construct(q) {
		try { return values(new URL(q.ref, q.object || undefined)) } catch { return null }
	}

	// page looks at a document: what its URLs are relative to, the attributes that reflect URLs by element and IDL attribute,
	// and its frames, some of which may have no ID.
	function page(attributes, d = document) {
		const answer = {url: d.URL, baseURI: d.baseURI, encoding: d.characterSet, attributes: [], links: [], frames: []}
		for (const e of d.querySelectorAll("[id], iframe, frame")) {
			if (e.namespaceURI != "http://www.w3.org/1999/xhtml") continue
			for (const [name, member] of Object.entries(attributes[e.localName] || {})) {
				if (e.id && e.hasAttribute(name)) answer.attributes.push({id: e.id, name, raw: e.getAttribute(name), value: e[member]})
			}
			if (e.hasAttribute("href") && /^(a|area)$/.test(e.localName)) answer.links.push({id: e.id, values: values(e)})
			if (/^i?frame$/.test(e.localName)) frame(e, attributes, answer.frames)
		}
		return answer
	}

	// frame looks at a document without an address of its own, if it may.
	function frame(e, attributes, frames) {
		const d = e.contentDocument
		if (d && d.URL.startsWith("about:")) frames.push({id: e.id, page: page(attributes, d)})
	}

	return {references, page}
})()
