import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { addressOf, languages, namesInList, type Part, partsOfSite, root, sources, translationsOf } from './pages.ts'
import { escapeHtml, type Rendered, renderPage } from './render.ts'

interface Page extends Rendered {
  file: string
  address: string
}

/**
 * Writes `docs/` as a site of plain pages into a folder, which the server sends under `/docs`. Nothing in a page runs or styles but the two
 * files next to it, so that the strictest policy of the server holds for it.
 * @returns how many pages it has
 */
export function buildDocumentation(folder: string): number {
  const parts = partsOfSite()
  const listed = parts.flatMap((part) => part.files)
  const files = [...new Set(listed.flatMap((file) => [file, ...translationsOf(file).map((one) => one.file)]))]
  const isPage = (file: string) => files.includes(file)
  const pages = files.map((file) => readPage(file, isPage))
  const byFile = new Map(pages.map((page) => [page.file, page]))
  const titleOf = (file: string) => namesInList[file] ?? byFile.get(file)!.title
  const write = (address: string, html: string) => {
    const path = join(folder, `${address === '/docs' ? 'index' : address.slice('/docs/'.length)}.html`)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, html)
  }
  for (const page of pages) write(page.address, frame(page, listOf(parts, titleOf, page.file), pageBody(page)))
  for (const file of sources) write(addressOf(file), sourcePage(file, listOf(parts, titleOf)))
  const start = { title: 'Documentation', address: '/docs' }
  write('/docs', frame(start, listOf(parts, titleOf), startBody(parts, titleOf)))
  writeSearch(folder, pages)
  const rules = pages.flatMap(({ address, rules: ids }) => ids.map((id) => [id, `${address}#${id}`] as const))
  // Read by the API reference, whose descriptions name rules by their ids.
  writeFileSync(join(folder, 'rules.json'), JSON.stringify(Object.fromEntries(rules)))
  copyFileSync(join(import.meta.dirname, 'style.css'), join(folder, 'style.css'))
  return pages.length + sources.length + 1
}

function readPage(file: string, isPage: (file: string) => boolean): Page {
  const page = renderPage(readFileSync(join(root, file), 'utf8'), file, isPage)
  return { ...page, file, address: addressOf(file) }
}

/** The list of all pages, with the part open that the page is in. */
function listOf(parts: readonly Part[], titleOf: (file: string) => string, current?: string): string {
  const first = current && (translationsOf(current)[0]?.file ?? current)
  const groups = parts.map(({ title, files }) => {
    const items = files.map((file) => {
      const mark = file === first ? ' aria-current="page"' : ''
      return `<li><a href="${addressOf(file)}"${mark}>${escapeHtml(titleOf(file))}</a></li>`
    })
    const isOpen = first !== undefined && files.includes(first)
    return `<details${isOpen ? ' open' : ''}><summary>${title}</summary><ul>${items.join('')}</ul></details>`
  })
  return groups.join('\n')
}

function pageBody({ file, html, headings }: Page): string {
  const others = translationsOf(file)
  const links = others.map((one) =>
    one.file === file
      ? `<span>${languages[one.language]}</span>`
      : `<a href="${addressOf(one.file)}" hreflang="${one.language}">${languages[one.language]}</a>`,
  )
  const contents = headings.map(({ anchor, text }) => `<li><a href="#${anchor}">${escapeHtml(text)}</a></li>`)
  const toc =
    headings.length > 2 ? `<nav class="toc" aria-label="On this page"><ul>${contents.join('')}</ul></nav>` : ''
  return `${links.length > 0 ? `<p class="languages">${links.join(' ')}</p>` : ''}${toc}<article>${html}</article>`
}

function sourcePage(file: string, list: string): string {
  const text = escapeHtml(readFileSync(join(root, file), 'utf8'))
  const page = { title: file, address: addressOf(file) }
  return frame(page, list, `<article><h1>${file}</h1><pre><code>${text}</code></pre></article>`)
}

/** The first page: every part with its pages. */
function startBody(parts: readonly Part[], titleOf: (file: string) => string): string {
  const shown = parts.map(({ title, files }) => {
    const items = files.map((file) => `<li><a href="${addressOf(file)}">${escapeHtml(titleOf(file))}</a></li>`)
    return `<section><h2 id="${title.toLowerCase().replaceAll(' ', '-')}">${title}</h2><ul>${items.join('')}</ul></section>`
  })
  const reference = '<p>Every operation of the interface is in the <a href="/api-reference">API reference</a>.</p>'
  return `<article><h1>Documentation</h1>${reference}<div class="parts">${shown.join('\n')}</div></article>`
}

function frame({ title, address }: { title: string; address: string }, list: string, body: string): string {
  const language = /\.(nl|fr|de)$/.exec(address)?.[1] ?? 'en'
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Cartage</title>
<link rel="stylesheet" href="/docs/style.css">
<script type="module" src="/docs/search.js"></script>
</head>
<body>
<a class="skip" href="#content">To the text</a>
<header>
<a class="home" href="/docs">Cartage documentation</a>
<search><input type="search" aria-label="Search the documentation" placeholder="Search" autocomplete="off"><div class="found" hidden></div></search>
<a href="/">To the application</a>
</header>
<div class="columns">
<nav class="pages" aria-label="Pages">
${list}
</nav>
<main id="content">
${body}
</main>
</div>
</body>
</html>
`
}

/** What the search reads when someone types: the sections of all pages, and the library that finds words in them. */
function writeSearch(folder: string, pages: readonly Page[]): void {
  const sections = pages.flatMap(({ title, address, sections: parts }) =>
    parts.map(({ anchor, heading, text }) => ({ id: `${address}#${anchor}`, page: title, heading, text })),
  )
  writeFileSync(join(folder, 'sections.json'), JSON.stringify(sections))
  copyFileSync(join(import.meta.dirname, 'search.js'), join(folder, 'search.js'))
  const library = createRequire(import.meta.url).resolve('minisearch')
  copyFileSync(join(library, '../../es/index.js'), join(folder, 'minisearch.js'))
}
