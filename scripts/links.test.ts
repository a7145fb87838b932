import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { codeOf, readSources } from '../server/src/testing/sources.ts'

const root = join(import.meta.dirname, '..')
const pages = [
  ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'AGENTS.md', 'CHANGELOG.md', 'client/README.md'],
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
]

/** URLs of links and images, except external ones and anchors on the same page. */
function addressesIn(text: string): string[] {
  const prose = text.replace(/^```[\s\S]*?^```$/gm, '').replace(/`[^`\n]*`/g, '')
  const found = [...prose.matchAll(/\]\(([^)\s]+)\)/g), ...prose.matchAll(/\b(?:src|srcset|href)="([^"]+)"/g)]
  return found.map(([, address]) => address!.replace(/#.*$/, '')).filter((one) => one !== '' && !/^[a-z]+:/.test(one))
}

test.each(pages)('links and pictures of %s lead to a file', (page) => {
  const addresses = addressesIn(readFileSync(join(root, page), 'utf8'))
  expect(addresses.filter((address) => !existsSync(join(root, dirname(page), address)))).toEqual([])
})

test('the README has working links and a picture for each theme', () => {
  const addresses = addressesIn(readFileSync(join(root, 'README.md'), 'utf8'))
  for (const picture of ['orders', 'order', 'resources-calendar']) {
    expect(addresses).toContain(`docs/screens/${picture}-light.png`)
    expect(addresses).toContain(`docs/screens/${picture}-dark.png`)
  }
  expect(addresses.length).toBeGreaterThan(20)
})

test('files that sources reference by relative path exist', () => {
  const named = ['server', 'web', 'scripts', 'contract', 'acceptance', 'seeds', 'bin', 'docs'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|tsx|js)$/.test(name) && !/(^|\/)(node_modules|dist)\//.test(name))
      .flatMap((name) =>
        [
          ...codeOf(readFileSync(join(root, folder, name), 'utf8')).matchAll(
            /new URL\('(\.[^']+)', import\.meta\.url\)/g,
          ),
        ].map(([, address]) => join(folder, dirname(name), address!)),
      ),
  )
  expect(named.length).toBeGreaterThan(50)
  // Generated pages of a build.
  const expected = named.filter((path) => !path.includes('web/dist'))
  expect(expected.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

test('every state in docs/states.md exists in the sources', () => {
  const states = new Set(readFileSync(join(root, 'docs/states.md'), 'utf8').match(/\b[A-Z][A-Z_]{3,}\b/g))
  const sources = [...readSources('contract/src', ['.ts']), ...readSources('server/src', ['.ts'])].map(
    ({ text }) => text,
  )
  const known = new Set(sources.join('\n').match(/(?<=')[A-Z][A-Z_]{3,}(?=')/g))
  expect(states.size).toBeGreaterThan(60)
  expect([...states].filter((state) => !known.has(state))).toEqual([])
})

test('each browser test that the page of browser tests names exists in its file', () => {
  const page = readFileSync(join(root, 'docs/browser-tests.md'), 'utf8')
  const rows = [...page.matchAll(/^\|.+\| `(\S+\.e2e\.test\.ts)` \| (.+) \|$/gm)]
  expect(rows.length).toBeGreaterThan(10)
  const lost = rows.filter(([, file, title]) => {
    return !readFileSync(join(root, 'web/e2e', file!), 'utf8').includes(`test('${title}`)
  })
  expect(lost.map(([row]) => row)).toEqual([])
})
