import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root folder of this checkout. */
export const checkout = fileURLToPath(new URL('../../../..', import.meta.url))

/** A fenced block of a page: commands, settings, programs, data. */
export interface GuideBlock {
  /** Path of the page within the checkout. */
  page: string
  language: string
  text: string
}

const pages = ['README.md', 'docs/cli.md', 'docs/reliability.md']

/** Every block of the guides and of the other pages for operators, in order. */
export function guideBlocks(): GuideBlock[] {
  const guides = readdirSync(join(checkout, 'docs/guides')).filter((name) => name.endsWith('.md'))
  return [...guides.map((name) => `docs/guides/${name}`), ...pages].flatMap((page) =>
    [...readFileSync(join(checkout, page), 'utf8').matchAll(/^```([^\n]*)\n(.*?)^```$/gms)].map(
      ([, language, text]) => ({
        ...{ page, language: language!, text: text! },
      }),
    ),
  )
}
