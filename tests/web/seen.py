"""What can be seen on a page and reached there, asked in the page itself."""

# Moves that are inside the screen, if only after scrolling a panel that scrolls by itself.
REACHABLE = """() => [...new Set([...document.querySelectorAll('[data-move]')].filter(e => {
    if (!e.checkVisibility()) return false
    const box = e.getBoundingClientRect()
    const x = box.left + box.width / 2, y = box.top + box.height / 2
    const inside = box.left >= -1 && box.right <= innerWidth + 1 && box.width > 8 && box.height > 8
    const sheet = e.closest('.sheet, .panels, .asking') // these scroll by themselves
    return inside && (sheet !== null || (y >= 0 && y <= innerHeight))
}).map(e => e.dataset.move))].sort()"""
# What can be seen as a whole and is on top of everything else, without scrolling anything.
IN_SIGHT = """(selector) => [...document.querySelectorAll(selector)].filter(e => {
    const box = e.getBoundingClientRect()
    for (let around = e.parentElement; around; around = around.parentElement) {
        if (getComputedStyle(around).overflow === 'visible') continue
        const room = around.getBoundingClientRect()
        if (box.top < room.top - 1 || box.bottom > room.bottom + 1 || box.left < room.left - 1
            || box.right > room.right + 1) return false
    }
    const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
    return box.bottom <= innerHeight + 1 && top !== null && (e.contains(top) || top.contains(e))
}).map(e => e.dataset.move ?? e.dataset.wish ?? e.className)"""
# Texts that do not fit where they stand.
CLIPPED = """() => [...document.querySelectorAll('button, a, label, h1, h2, h3, p, th, legend')]
    .filter(e => e.checkVisibility() && e.getClientRects().length && !e.closest('.hidden, [aria-hidden=true]'))
    .filter(e => e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== 'inline')
    .map(e => `${e.tagName} ${e.className} ${e.textContent.trim().slice(0, 60)}`)"""
# What of the players' plates does not lie wholly on its plate, and plates that something else lies on.
CROWDED_PLATES = """() => [...document.querySelectorAll('header .plate')].flatMap(plate => {
    const room = plate.getBoundingClientRect()
    const out = [...plate.querySelectorAll('*')].filter(e => {
        const box = e.getBoundingClientRect()
        return e.checkVisibility() && box.width > 1 && !e.closest('.hidden, svg *') && (box.left < room.left - 1
            || box.right > room.right + 1 || box.top < room.top - 1 || box.bottom > room.bottom + 1)
    }).map(e => `${plate.dataset.anchor}: ${e.className.baseVal ?? e.className}`)
    const next = plate.nextElementSibling ?? document.querySelector('header .tools:has(*)')
    const beside = next?.getBoundingClientRect()
    return beside && beside.top < room.bottom && beside.left < room.right - 1 ? [...out, 'next to it'] : out
})"""
