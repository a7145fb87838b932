import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const pages = [
  ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'AGENTS.md', 'CHANGELOG.md'],
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
]

/** Addresses of links and pictures, without those of other sites and of places on the same page. */
function addressesIn(text: string): string[] {
  const prose = text.replace(/^```[\s\S]*?^```$/gm, '').replace(/`[^`\n]*`/g, '')
  const found = [...prose.matchAll(/\]\(([^)\s]+)\)/g), ...prose.matchAll(/\b(?:src|srcset|href)="([^"]+)"/g)]
  return found.map(([, address]) => address!.replace(/#.*$/, '')).filter((one) => one !== '' && !/^[a-z]+:/.test(one))
}

test.each(pages)('links and pictures of %s lead to a file', (page) => {
  const addresses = addressesIn(readFileSync(join(root, page), 'utf8'))
  expect(addresses.filter((address) => !existsSync(join(root, dirname(page), address)))).toEqual([])
})

test('the README has links and a picture for each theme', () => {
  const addresses = addressesIn(readFileSync(join(root, 'README.md'), 'utf8'))
  for (const picture of ['orders', 'order', 'resources-calendar']) {
    expect(addresses).toContain(`docs/screens/${picture}-light.png`)
    expect(addresses).toContain(`docs/screens/${picture}-dark.png`)
  }
  expect(addresses.length).toBeGreaterThan(20)
})
