package browsertest

// answering makes a deviation of what it does to an answer.
func answering(change func(Question, Answer) Answer) func(Oracle) Oracle {
	return func(next Oracle) Oracle {
		return func(q Question) Answer { return change(q, next(q)) }
	}
}

// inParts makes a deviation of what it does to the components of each URL.
func inParts(change func(*parts)) func(Oracle) Oracle {
	return answering(func(q Question, a Answer) Answer {
		if isUntouched(q, a) {
			return a
		}
		return mapParts(a, change)
	})
}

// isUntouched tells whether the answer is the attribute as it was written, because nothing was set or there is no URL.
func isUntouched(q Question, a Answer) bool {
	return q.Subject == OfLink && (a.Protocol == ":" || q.Set.Name == "href" || q.Set.Name != "" && a.Href == q.Ref)
}

// changingRefs makes an oracle that is asked about other references and bases, and whose answers are changed back.
func changingRefs(change func(ref, base string) string, back func(*parts)) func(Oracle) Oracle {
	return func(next Oracle) Oracle {
		return func(q Question) Answer {
			asked := q
			asked.Ref, asked.Base = change(q.Ref, q.Base), change(q.Base, "")
			return askedOtherwise(next, q, asked, back)
		}
	}
}

// inHost makes a change of references of one of their hosts.
func inHost(change func(s shape, host string) string) func(ref, base string) string {
	return func(ref, base string) string {
		s := shapeOf(ref, base)
		before, host, port := s.host()
		changed := change(s, host)
		if s.authority == "" || changed == host {
			return ref
		}
		s.authority = before + changed + port
		return s.String()
	}
}

// askedOtherwise asks another question for the same, and changes the answer back.
func askedOtherwise(next Oracle, q, asked Question, back func(*parts)) Answer {
	if asked == q {
		return next(q)
	}
	a := next(asked)
	if isUntouched(asked, a) {
		if a.Href == asked.Ref {
			a.Href = q.Ref
		}
		return a
	}
	if back == nil {
		return a
	}
	return mapParts(a, back)
}

// placeholder stands for what the library would not take, until there is an answer.
const placeholder = "zqxjz"
