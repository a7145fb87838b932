import { guides, moneyGuides, operatorGuides } from './guides.ts'
import { plannerGuides } from './planner-guides.ts'
import { rulePages } from './rules.ts'

/** Target of a help link: another help page, or a URL of this server. */
export type LinkTarget = { guide: string; hash: string } | { address: string }

const toFile = /^(?:(?:\.\.\/)?(?<folder>guides|rules)\/)?(?<name>[\w-]+)(?:\.(?:en|nl|fr|de))?\.md(?:#(?<hash>.+))?$/

/**
 * Target of a help link; undefined for files that exist only in the project, and for other servers, so that help never
 * leads away from the installation.
 * @param href as in the text
 * @param page name of the page with the text
 * @param origin of this server, such as https://tms.example
 */
export function targetOf(href: string, page: string, origin: string): LinkTarget | undefined {
  const file = toFile.exec(href)?.groups
  if (file) {
    const folder = file.folder ?? (Object.hasOwn(rulePages, page) ? 'rules' : 'guides')
    const guide = folder === 'rules' ? `rules-${file.name!}` : file.name!
    const shown = [guides, plannerGuides, moneyGuides, operatorGuides, rulePages]
    const isShown = shown.some((pages) => Object.hasOwn(pages, guide))
    return isShown ? { guide, hash: file.hash ?? '' } : undefined
  }
  if (!/^(https?:\/\/|\/(?![/\\]))/.test(href) || !URL.canParse(href, origin)) return undefined
  const url = new URL(href, origin)
  return url.origin === origin ? { address: `${url.pathname}${url.search}${url.hash}` } : undefined
}
