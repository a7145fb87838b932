import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { afterAll, describe, expect, test } from 'vitest'
import { serveWebFiles } from '../server/src/operations/pages.ts'
import { addressOf, partsOfSite, translationsOf } from '../web/documentation/pages.ts'
import { anchorOf, renderPage } from '../web/documentation/render.ts'
import { buildDocumentation } from '../web/documentation/site.ts'
import { root } from './run.ts'

const folder = mkdtempSync(join(tmpdir(), 'cartage-docs-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
buildDocumentation(folder)
const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'))
const html = new Map(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]))

describe('the site of the documentation', () => {
  test('OPS-41: has every page of docs once', () => {
    const listed = partsOfSite().flatMap((part) => part.files)
    expect(new Set(listed).size).toBe(listed.length)
    const shown = listed.flatMap((file) => [file, ...translationsOf(file).map((one) => one.file)])
    const written = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    const pages = written.filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`)
    expect(pages.length).toBeGreaterThan(150)
    expect(pages.filter((page) => !shown.includes(page))).toEqual([])
    expect([...html.values()].filter((text) => !/<title>\S.* · Cartage<\/title>/.test(text))).toEqual([])
  })

  test('OPS-41: every link within it leads to an existing page and heading', () => {
    const broken: string[] = []
    let checked = 0
    for (const [name, text] of html) {
      for (const [, href] of text.matchAll(/ href="([^"]*)"/g)) {
        const [path, anchor] = href!.split('#') as [string, string?]
        if (path !== '' && !/^\/docs(\/|$)/.test(path)) continue
        if (/\.(css|js)$/.test(path)) continue
        checked += 1
        const file = path === '' ? name : path === '/docs' ? 'index.html' : `${path.slice('/docs/'.length)}.html`
        const target = html.get(file)
        if (target === undefined || (anchor && !target.includes(` id="${anchor}"`))) broken.push(`${name}: ${href}`)
      }
    }
    expect(checked).toBeGreaterThan(10_000)
    expect(broken).toEqual([])
  })

  test('OPS-41: each rule that the interface names is a row of a page, with an address', () => {
    const rules = JSON.parse(readFileSync(join(folder, 'rules.json'), 'utf8')) as Record<string, string>
    expect(rules['ORD-13']).toBe('/docs/rules/orders#ORD-13')
    const interfaceText = readFileSync(join(root, 'docs/openapi.json'), 'utf8')
    const named = [...interfaceText.matchAll(/\(([A-Z]{2,}-\d+)[),]/g)].map(([, id]) => id!)
    expect(named.length).toBeGreaterThan(20)
    const lost = named.filter((id) => {
      const [path, anchor] = (rules[id] ?? '/docs/nothing#').split('#') as [string, string]
      return !html.get(`${path.slice('/docs/'.length)}.html`)?.includes(`<tr id="${anchor}">`)
    })
    expect(lost).toEqual([])
  })

  test('OPS-41: pages run scripts and use styles only from files of the site', () => {
    const bad =
      /<script(?! type="module" src="\/docs\/search\.js"><\/script>)|<style| style="| on\w+="|src="(?!\/docs\/)/
    // Code samples are only text.
    const unsafe = [...html].filter(([, text]) => bad.test(text.replace(/<code[^>]*>.*?<\/code>/gs, '')))
    expect(unsafe.map(([name]) => name)).toEqual([])
  })

  test('OPS-41: its search has the sections of every page', () => {
    const sections = JSON.parse(readFileSync(join(folder, 'sections.json'), 'utf8')) as { id: string; text: string }[]
    expect(new Set(sections.map(({ id }) => id)).size).toBe(sections.length)
    expect(sections.find(({ id }) => id === '/docs/guides/behind-a-proxy#behind-a-proxy')?.text).toContain(
      'TRUST_PROXY',
    )
    for (const { files } of partsOfSite()) {
      for (const file of files) expect(sections.some(({ id }) => id.startsWith(`${addressOf(file)}#`))).toBe(true)
    }
  })
})

test('OPS-41: links to project files without a page stay text, and headings have the same ids as on GitHub', () => {
  const text =
    '# A `b` & c\n\n## A b\n\n[one](install.md#check-it), [two](../../server/src/app.ts), [three](../openapi.json)\n'
  const { html: page, title } = renderPage(text, 'docs/guides/a.md', (file) => file === 'docs/guides/install.md')
  expect(title).toBe('A b & c')
  expect(page).toContain('<a href="/docs/guides/install#check-it">one</a>, two, <a href="/openapi.json">three</a>')
  const used = new Map<string, number>()
  const named = ['How a price comes to be', 'Käse, 1.5 t', 'Käse, 1.5 t'].map((one) => anchorOf(one, used))
  expect(named).toEqual(['how-a-price-comes-to-be', 'käse-15-t', 'käse-15-t-1'])
})

describe('the server', () => {
  if (!existsSync(join(root, 'web/dist/docs/index.html'))) buildDocumentation(join(root, 'web/dist/docs'))
  const app = fastify()
  serveWebFiles(app, { map_tiles: undefined })
  afterAll(() => app.close())
  const get = (url: string) => app.inject({ url })

  test('OPS-41: shows it under /docs, without Accept too, under a policy without exceptions', async () => {
    for (const url of ['/docs', '/docs/', '/docs/guides/upgrade', '/docs/guides/planner.nl', '/docs/rules']) {
      const answer = await get(url)
      expect([url, answer.statusCode, answer.headers['content-type']]).toEqual([url, 200, 'text/html; charset=utf-8'])
      expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'/)
      expect(answer.headers['content-security-policy']).not.toContain('unsafe')
    }
    for (const url of ['/docs/search.js', '/docs/minisearch.js', '/docs/style.css', '/docs/sections.json']) {
      expect([url, (await get(url)).statusCode]).toEqual([url, 200])
    }
  })

  test('OPS-41: answers 404 for an unknown page, and serves no files from outside', async () => {
    for (const url of [
      '/docs/nothing',
      '/docs/../package.json',
      '/docs/%2e%2e/index',
      '/docs/guides/..%2f..%2findex',
    ]) {
      const answer = await get(url)
      expect([url, answer.statusCode]).toEqual([url, 404])
    }
    expect((await get('/docs/nothing')).body).toContain('There is no such page.')
  })
})
