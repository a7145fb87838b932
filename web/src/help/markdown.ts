/** Block of a guide page. */
export type Block =
  | { kind: 'heading'; level: 1 | 2 | 3; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'list'; items: readonly string[] }
  | { kind: 'code'; language: string; text: string }
  | { kind: 'table'; head: readonly string[]; rows: readonly (readonly string[])[] }

/** Part of a line: plain text, code in backticks, or a link with its href. */
export interface Piece {
  isCode: boolean
  text: string
  href?: string
}

/** Parses the Markdown subset of guides and rules: headings, paragraphs, lists, tables, code and links. */
export function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = []
  const lines = markdown.split('\n')
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]!
    const fence = /^```(\w*)$/.exec(line)
    if (fence) {
      const end = lines.indexOf('```', at + 1)
      const last = end === -1 ? lines.length : end
      blocks.push({ kind: 'code', language: fence[1]!, text: lines.slice(at + 1, last).join('\n') })
      at = last
    } else addLine(blocks, line, lines[at - 1] ?? '')
  }
  return blocks
}

const levels: Record<string, 1 | 2 | 3> = { '#': 1, '##': 2, '###': 3 }

function addLine(blocks: Block[], line: string, before: string): void {
  const heading = /^(#{1,3}) (.+)$/.exec(line)
  const item = /^- (.+)$/.exec(line)
  const last = blocks.at(-1)
  if (line.trim() === '' || /^\|---/.test(line)) return
  if (heading) blocks.push({ kind: 'heading', level: levels[heading[1]!]!, text: heading[2]! })
  else if (item && last?.kind === 'list') blocks[blocks.length - 1] = { kind: 'list', items: [...last.items, item[1]!] }
  else if (item) blocks.push({ kind: 'list', items: [item[1]!] })
  else if (line.startsWith('  ') && last?.kind === 'list') {
    const items = last.items.with(-1, `${last.items.at(-1)!} ${line.trim()}`)
    blocks[blocks.length - 1] = { kind: 'list', items }
  } else if (line.startsWith('| ')) {
    const cells = cellsOf(line)
    if (last?.kind === 'table') blocks[blocks.length - 1] = { ...last, rows: [...last.rows, cells] }
    else blocks.push({ kind: 'table', head: cells, rows: [] })
  } else if (last?.kind === 'paragraph' && before.trim() !== '') {
    blocks[blocks.length - 1] = { kind: 'paragraph', text: `${last.text} ${line}` }
  } else blocks.push({ kind: 'paragraph', text: line })
}

function cellsOf(line: string): string[] {
  return line
    .replace(/^\||\|$/g, '')
    .split(/(?<= )\|(?= )/)
    .map((cell) => cell.trim())
}

const codeOrLink = /`(?<code>[^`]+)`|\[(?<text>[^\]]+)\]\((?<href>[^)\s]+)\)/g

/** Splits a line into pieces. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const { 0: found, index, groups } of text.matchAll(codeOrLink)) {
    pieces.push({ isCode: false, text: text.slice(end, index) })
    const { code, text: name, href } = groups!
    pieces.push(code !== undefined ? { isCode: true, text: code } : { isCode: false, text: name!, href: href! })
    end = index + found.length
  }
  pieces.push({ isCode: false, text: text.slice(end) })
  return pieces.filter((piece) => piece.text !== '')
}
