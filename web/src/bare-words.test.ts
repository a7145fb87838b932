import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ParserOptions, parse } from '@babel/parser'
import { expect, test } from 'vitest'

const folder = import.meta.dirname
const sources = globSync('**/*.{ts,tsx}', { cwd: folder }).filter((path) => !/\.test\.tsx?$|^testing\//.test(path))

/** Members and attributes with visible text. */
const shown = new Set([
  'title',
  'label',
  'text',
  'word',
  'message',
  'placeholder',
  'verb',
  'alt',
  'aria-label',
  'aria-description',
  'aria-roledescription',
])

/** Identical in every language: names, units, keys and user input. */
const names = new Set(['Cartage', 'curl', 'ms', 'km', 'kg', 'Alt', 'nl-BE', 'API reference · Cartage'])

interface Node {
  type: string
  loc: { start: { line: number } }
  [member: string]: unknown
}

/** Macros whose text is translated. */
const macros = new Set(['Trans', 'Plural', 'Select', 'SelectOrdinal', 't', 'msg', 'plural', 'select'])

function isLabels(text: string): boolean {
  const word = text.replaceAll('·', '').trim()
  // Codes and URLs are not words.
  if (/^[A-Z0-9-]+$/.test(word) || word.includes('://') || names.has(text.trim())) return false
  return /[A-Za-zÀ-ÿ]{2}/.test(word) && !names.has(word)
}

/** Literal text, including in templates and conditional expressions. */
function literals(node: Node | null | undefined): string[] {
  if (!node) return []
  if (node.type === 'StringLiteral') return [String(node.value)]
  if (node.type === 'TemplateLiteral') {
    return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked)
  }
  if (node.type === 'ConditionalExpression') {
    return [...literals(node.consequent as Node), ...literals(node.alternate as Node)]
  }
  if (node.type === 'LogicalExpression') return literals(node.right as Node)
  if (node.type === 'JSXExpressionContainer') return literals(node.expression as Node)
  return []
}

const nameOf = (node: Node) => String((node.name as { name?: string } | string | undefined) ?? '')

/** Untranslatable texts of a source file, with line numbers. */
function bareWords(source: string, isScreen: boolean): string[] {
  const options: ParserOptions = { sourceType: 'module', plugins: isScreen ? ['typescript', 'jsx'] : ['typescript'] }
  const found: string[] = []
  function add(node: Node, texts: readonly string[]): void {
    for (const text of texts)
      if (isLabels(text)) found.push(`${node.loc.start.line}: ${text.trim().replace(/\s+/g, ' ')}`)
  }
  function walk(value: unknown): void {
    if (Array.isArray(value)) {
      value.forEach(walk)
      return
    }
    if (typeof value !== 'object' || value === null || !('type' in value)) return
    const node = value as Node
    if (node.type === 'JSXElement') {
      const tag = ((node.openingElement as Node).name as Node).name
      if (typeof tag === 'string' && (macros.has(tag) || tag === 'code')) return
    }
    // `t({ message, context })` and `msg({ … })`.
    if (node.type === 'CallExpression' && macros.has(nameOf(node.callee as Node))) return
    if (node.type === 'TaggedTemplateExpression' || node.type.startsWith('TS')) return
    if (node.type === 'JSXText') add(node, [String(node.value)])
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
      for (const child of node.children as Node[])
        if (child.type === 'JSXExpressionContainer') add(child, literals(child))
    }
    if (node.type === 'JSXAttribute' && shown.has(nameOf(node.name as Node))) add(node, literals(node.value as Node))
    if (node.type === 'ObjectProperty' && shown.has(nameOf(node.key as Node))) add(node, literals(node.value as Node))
    Object.values(node).forEach(walk)
  }
  walk((parse(source, options) as unknown as { program: Node }).program)
  return found
}

test('every visible text uses the macros, so that it can be translated', () => {
  const bare = sources.flatMap((path) =>
    bareWords(readFileSync(join(folder, path), 'utf8'), path.endsWith('x')).map((line) => `${path}:${line}`),
  )
  expect(bare).toEqual([])
})

test('an untranslated text is detected in every position', () => {
  const source = `const a = { title: 'Some words', key: 'some words' }
    const b = <p title={isOn ? 'Turned on' : t\`Off\`}>Bare {isOn ? 'on' : 'off'} <Trans>not bare</Trans></p>`
  expect(bareWords(source, true)).toEqual(['1: Some words', '2: on', '2: off', '2: Turned on', '2: Bare'])
})
