import { type Language, languages } from '@cartage/contract/reading/languages'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { usePermission } from '../session/permission.ts'
import { usePageTitle } from '../shell/page-title.ts'
import { classNames } from '../ui/class-names.ts'
import { BookOpen } from '../ui/icons.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { guides, type LatePage, moneyGuides, operatorGuides, titleOf } from './guides.ts'
import { blocksOf } from './markdown.ts'
import { Part } from './part.tsx'
import { plannerGuides } from './planner-guides.ts'
import { forCallers, rulePages } from './rules.ts'

const helpRoute = getRouteApi('/shell/help')

/** The default guide, in four languages; the others are for integrators, in English. */
const planner = 'planner'

/** Guides of `docs/guides`, and the rules of `docs/rules` relevant to API callers. */
export function HelpPage() {
  const { t, i18n } = useLingui()
  usePageTitle(t`Guides`)
  const { guide: requested } = helpRoute.useSearch()
  const connects = usePermission('credential.write')
  const language = languages.find((one) => one === i18n.locale) ?? 'en'
  const names = [plannerGuides, guides, moneyGuides, operatorGuides, rulePages].flatMap((pages) => Object.keys(pages))
  const name = names.find((one) => one === requested) ?? (connects ? 'first-order' : planner)
  return (
    <>
      <PageHeader title={t`Guides`} />
      <div className="flex min-h-0 flex-1 max-sm:flex-col">
        <div className="w-[208px] shrink-0 overflow-y-auto border-r border-line px-2 py-3 max-sm:max-h-36 max-sm:w-full max-sm:border-r-0 max-sm:border-b">
          <nav aria-label={t`Guides`} className="flex flex-col gap-px">
            <PageLink name={planner} title={t`A planner's day`} isOpen={name === planner} />
            <PageLink name="dispatch" title={t`Dispatch`} isOpen={name === 'dispatch'} />
            {Object.entries(guides).map(([one, text]) => (
              <PageLink key={one} name={one} title={titleOf(text)} isOpen={one === name} />
            ))}
            <a
              href="/api-reference"
              className="mt-3 flex min-h-7 items-center gap-2 rounded-md px-2 font-medium text-ink-2 hover:bg-hover hover:text-ink"
            >
              <BookOpen size={14} aria-hidden="true" />
              <Trans>API reference</Trans>
            </a>
          </nav>
          <LatePages id="money" title={t`Money`} pages={moneyGuides} open={name} />
          <LatePages id="operation" title={t`Operating Cartage`} pages={operatorGuides} open={name} />
          <LatePages id="rules" title={t`Rules`} pages={rulePages} open={name} />
        </div>
        <article
          className="min-w-0 flex-1 overflow-y-auto px-8 py-6 max-sm:px-4"
          lang={name in plannerGuides ? language : 'en'}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard (WCAG 2.1.1)
          tabIndex={0}
        >
          <Text key={name} name={name} language={language} />
        </article>
      </div>
    </>
  )
}

interface LatePagesProps {
  id: string
  title: string
  pages: Readonly<Record<string, LatePage>>
  /** Name of the open page. */
  open: string
}

function LatePages({ id, title, pages, open }: LatePagesProps) {
  return (
    <nav aria-labelledby={id} className="mt-4 flex flex-col gap-px">
      <h2 id={id} className="px-2 pb-1 text-[12px] font-medium text-ink-2">
        {title}
      </h2>
      {Object.entries(pages).map(([one, { heading }]) => (
        <PageLink key={one} name={one} title={heading} isOpen={one === open} />
      ))}
    </nav>
  )
}

function PageLink({ name, title, isOpen }: { name: string; title: string; isOpen: boolean }) {
  return (
    <Link
      to="/help"
      search={{ guide: name }}
      className={classNames(
        'flex min-h-7 items-center rounded-md px-2 font-medium hover:bg-hover hover:text-ink',
        isOpen ? 'bg-brand-soft text-brand-ink' : 'text-ink-2',
      )}
      aria-current={isOpen ? 'page' : undefined}
    >
      {title}
    </Link>
  )
}

/** Makes the examples use this server. */
function withOrigin(text: string): string {
  return text.replaceAll(/https:\/\/tms\.example(?![.\w])/g, window.location.origin)
}

/** One page. Scrolls to a rule named by the URL (`#ORD-8`). */
function Text({ name, language }: { name: string; language: Language }) {
  const { hash } = useLocation()
  const guide = guides[name]
  const own = plannerGuides[name]
  const { data: blocks } = useQuery({
    queryKey: ['help', name, language],
    async queryFn() {
      if (own) return blocksOf((await own[language]()).default)
      const late = moneyGuides[name] ?? operatorGuides[name]
      if (late) return blocksOf(withOrigin((await late.load()).default))
      return forCallers((await rulePages[name]!.load()).default)
    },
    initialData: guide === undefined ? undefined : blocksOf(withOrigin(guide)),
    staleTime: Number.POSITIVE_INFINITY,
  })
  useEffect(() => {
    if (blocks !== undefined && hash !== '') document.getElementById(hash)?.scrollIntoView({ block: 'center' })
  }, [blocks, hash])
  return (
    <div className="grid max-w-[720px] gap-3" aria-busy={blocks === undefined}>
      {blocks?.map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a page never changes
        <Part key={at} block={block} page={name} shown={hash} />
      ))}
    </div>
  )
}
