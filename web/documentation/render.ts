import { posix } from 'node:path'
import { Marked, type Tokens } from 'marked'
import { addressOf, sources } from './pages.ts'

/** A part of a page under one heading, as the search finds it. */
export interface Section {
  anchor: string
  heading: string
  text: string
}

/** A page as HTML, with what the search and the list of its headings need. */
export interface Rendered {
  title: string
  html: string
  sections: Section[]
  headings: { anchor: string; text: string }[]
  /** Ids of the rules in its tables; each is the anchor of its row. */
  rules: string[]
}

/**
 * Makes HTML of a file in Markdown. Links to other pages lead to them; files of the project without a page stay text.
 * @param file where it lies in the project, which its links go out from
 * @param isPage whether a file has a page
 */
export function renderPage(markdown: string, file: string, isPage: (file: string) => boolean): Rendered {
  const used = new Map<string, number>()
  const page: Rendered = { title: '', html: '', sections: [], headings: [], rules: [] }
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const plain = plainText(text)
        const anchor = anchorOf(plain, used)
        if (depth === 1 && page.title === '') page.title = plain
        if (depth === 2) page.headings.push({ anchor, text: plain })
        return `<h${depth} id="${anchor}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens)
        const target = targetOf(href, file, isPage)
        return target === undefined ? text : `<a href="${escapeHtml(target)}">${text}</a>`
      },
      // Pictures are of the project's own page, and no part of an installation.
      image: () => '',
      table(token) {
        const ids = file.startsWith('docs/rules/') ? token.rows.map(([first]) => ruleOf(first)) : []
        page.rules.push(...ids.filter((id) => id !== undefined))
        return `<div class="table">${tableOf(token, ids, (cell) => this.parser.parseInline(cell.tokens))}</div>\n`
      },
    },
  })
  page.html = marked.parse(markdown.replace(/^<!--.*?-->\s*/s, ''), { async: false })
  page.sections = sectionsOf(page)
  return page
}

/** The id of a rule that begins a row; undefined for other rows. */
function ruleOf(first: Tokens.TableCell | undefined): string | undefined {
  return /^[A-Z][A-Z0-9]*-\d+$/.exec(first?.text ?? '')?.[0]
}

function tableOf(
  { header, rows }: Tokens.Table,
  ids: readonly (string | undefined)[],
  inline: (cell: Tokens.TableCell) => string,
): string {
  const row = (cells: Tokens.TableCell[], tag: string, id?: string) => {
    const inside = cells.map((cell) => `<${tag}>${inline(cell)}</${tag}>`).join('')
    return `<tr${id === undefined ? '' : ` id="${id}"`}>${inside}</tr>`
  }
  const body = rows.map((cells, at) => row(cells, 'td', ids[at])).join('')
  return `<table><thead>${row(header, 'th')}</thead><tbody>${body}</tbody></table>`
}

/** Where a link of a file leads to on the server; undefined when what it names has no page. */
export function targetOf(href: string, file: string, isPage: (file: string) => boolean): string | undefined {
  if (/^(https?:|mailto:|#|\/)/.test(href)) return href
  const [path, anchor] = href.split('#') as [string, string?]
  const named = posix.normalize(posix.join(posix.dirname(file), path))
  if (named === 'docs/openapi.json') return '/openapi.json'
  const target = [named, `${named.replace(/\/$/, '')}/README.md`].find((one) => isPage(one) || sources.includes(one))
  // The page about the project begins with what an installation is for; here that is the list of pages.
  if (named === 'README.md') return '/docs'
  if (target === undefined) return named.replace(/\/$/, '') === 'docs/decisions' ? '/docs#decisions' : undefined
  return addressOf(target) + (anchor ? `#${anchor}` : '')
}

/** The name that GitHub gives a heading, so that links hold in both places. */
export function anchorOf(text: string, used: Map<string, number>): string {
  const name = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
    .replaceAll(' ', '-')
  const times = used.get(name) ?? 0
  used.set(name, times + 1)
  return times === 0 ? name : `${name}-${times}`
}

/** Markdown of one line without its marks. */
function plainText(text: string): string {
  return text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*]/g, '')
}

function sectionsOf({ html, title }: Rendered): Section[] {
  const parts = html.split(/<h[1-3] id="([^"]*)">(.*?)<\/h[1-3]>/s)
  const sections: Section[] = []
  for (let at = 1; at < parts.length; at += 3) {
    sections.push({ anchor: parts[at]!, heading: textOf(parts[at + 1]!) || title, text: textOf(parts[at + 2]!) })
  }
  return sections
}

function textOf(html: string): string {
  const text = html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}

/** Text as HTML shows it. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
