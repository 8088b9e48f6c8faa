"""Looks at everything on a table that is a sign, a piece or a bare number, and finds what says nothing of itself."""

from __future__ import annotations

WORDLESS = r"""() => {
    const SPEAKS = '[data-tip], [data-wish], :is(a, button)[aria-label]'
    const WHOLE = 'section, ul, ol, table, nav, header, footer, main, dialog, [role=group], .table'
    const letters = /\p{L}{2}|\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Thai}/u
    const marks = /[⟦⟧]|undefined|NaN/
    const said = (e) => (e.getAttribute('data-tip') ?? '') + (e.getAttribute('aria-label') ?? '')
    const words = (e) => (e instanceof HTMLElement ? e.innerText : e.textContent) ?? ''
    const spoken = (e) => letters.test(said(e)) && !marks.test(said(e))
    /** A thing is explained by a bubble of what it is a part of, by its own words or by words right beside it. */
    const inItself = (thing) => {
        for (let at = thing; at && at !== document.body; at = at.parentElement) {
            if (at.matches(SPEAKS) && spoken(at)) return true
            if (at !== thing && at.matches(WHOLE)) return false
            if (letters.test(words(at))) return true
        }
        return false
    }
    /** Or whatever lies over it takes the pointer and speaks for it. */
    const byPointer = (thing) => {
        thing.scrollIntoView({ block: 'nearest', inline: 'nearest' })
        const box = thing.getBoundingClientRect()
        const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
        const whole = thing.closest('svg') ?? thing
        if (top && !whole.contains(top) && !top.contains(whole)) return true // something else lies over it
        const speaker = top?.closest(SPEAKS)
        return Boolean(speaker && spoken(speaker))
    }
    const number = (e) => e.childElementCount === 0 && /\d/.test(e.textContent) && !letters.test(e.textContent)
    const things = [...document.querySelectorAll('.table *')].filter(e =>
        e.checkVisibility({ visibilityProperty: true }) && !e.closest('[inert], defs, symbol') && !e.matches('use')
        && (e.matches('svg:has(> use), [data-anchor], .card, [role=img]') || number(e)))
    return {
        seen: things.length,
        wordless: [...new Set(things.filter(e => !inItself(e) && !byPointer(e)).map(e => e.outerHTML.slice(0, 200)))],
    }
}"""
