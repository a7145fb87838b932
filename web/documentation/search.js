// The search of the documentation, in the browser: it loads the text of the pages when someone first types.
const input = document.querySelector('input[type=search]')
const found = document.querySelector('.found')
let index

async function load() {
  const [{ default: MiniSearch }, answer] = await Promise.all([
    import('/docs/minisearch.js'),
    fetch('/docs/sections.json'),
  ])
  const search = new MiniSearch({
    fields: ['heading', 'page', 'text'],
    storeFields: ['heading', 'page', 'text'],
    searchOptions: { boost: { heading: 4, page: 3 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' },
  })
  search.addAll(await answer.json())
  return search
}

/** What stands around the first word that was found. */
function partOf(text, terms) {
  const at = Math.max(
    0,
    Math.min(...terms.map((term) => text.toLowerCase().indexOf(term)).filter((place) => place >= 0), text.length),
  )
  const from = at > text.length - 1 ? 0 : Math.max(0, at - 50)
  return (from > 0 ? '… ' : '') + text.slice(from, from + 140)
}

function line({ id, heading, page, text, terms }) {
  const link = document.createElement('a')
  link.href = id
  const title = document.createElement('b')
  title.textContent = heading === page ? page : `${page}: ${heading}`
  const part = document.createElement('span')
  part.textContent = partOf(text, terms)
  link.append(title, part)
  return link
}

async function show() {
  const query = input.value.trim()
  found.hidden = query === ''
  if (query === '') return
  index ??= load()
  const search = await index
  // What was typed in the meantime has its own turn.
  if (query !== input.value.trim()) return
  const results = search.search(query).slice(0, 12)
  found.replaceChildren(...results.map(line))
  if (results.length === 0) found.textContent = 'Nothing was found.'
}

input.addEventListener('input', show)
input.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') {
    input.value = ''
    found.hidden = true
  }
  if (event.key === 'Enter') found.querySelector('a')?.click()
})
found.addEventListener('click', () => {
  found.hidden = true
})
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target.closest('input')) return
  event.preventDefault()
  input.focus()
})
