import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi, Link } from '@tanstack/react-router'
import { BookOpen } from 'lucide-react'
import { usePageTitle } from '../shell/page-title.ts'
import { classNames } from '../ui/class-names.ts'
import { CommandLines } from '../ui/page/empty-state.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { guides, titleOf } from './guides.ts'
import { type Block, blocksOf, piecesOf } from './markdown.ts'

const helpRoute = getRouteApi('/shell/help')

/** The guides of `docs/guides`, to read beside the application. */
export function HelpPage() {
  const { t } = useLingui()
  usePageTitle(t`Guides`)
  const { guide: wanted } = helpRoute.useSearch()
  const name = wanted !== undefined && Object.hasOwn(guides, wanted) ? wanted : 'first-order'
  return (
    <>
      <PageHeader title={t`Guides`} />
      <div className="flex min-h-0 flex-1">
        <nav aria-label={t`Guides`} className="flex w-[208px] shrink-0 flex-col gap-px border-r border-line px-2 py-3">
          {Object.entries(guides).map(([one, text]) => (
            <Link
              key={one}
              to="/help"
              search={{ guide: one }}
              className={classNames(
                'flex min-h-7 items-center rounded-md px-2 font-medium hover:bg-hover hover:text-ink',
                one === name ? 'bg-brand-soft text-brand-ink' : 'text-ink-2',
              )}
              aria-current={one === name ? 'page' : undefined}
            >
              {titleOf(text)}
            </Link>
          ))}
          <a
            href="/api-reference"
            className="mt-3 flex min-h-7 items-center gap-2 rounded-md px-2 font-medium text-ink-2 hover:bg-hover hover:text-ink"
          >
            <BookOpen size={14} aria-hidden="true" />
            <Trans>API reference</Trans>
          </a>
        </nav>
        <article className="min-w-0 flex-1 overflow-y-auto px-8 py-6" lang="en">
          <div className="grid max-w-[720px] gap-3">
            {blocksOf(guides[name]!).map((block, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a page never changes
              <Part key={at} block={block} />
            ))}
          </div>
        </article>
      </div>
    </>
  )
}

function Part({ block }: { block: Block }) {
  if (block.kind === 'code') return <CommandLines label={block.language} text={block.text} />
  if (block.kind === 'list') {
    return (
      <ul className="grid list-disc gap-1 pl-5">
        {block.items.map((item) => (
          <li key={item}>
            <Words text={item} />
          </li>
        ))}
      </ul>
    )
  }
  if (block.kind === 'paragraph') {
    return (
      <p>
        <Words text={block.text} />
      </p>
    )
  }
  if (block.level === 1) return <h2 className="text-[17px] leading-6 font-semibold">{block.text}</h2>
  return <h3 className="pt-2 text-[14px] font-semibold">{block.text}</h3>
}

function Words({ text }: { text: string }) {
  return piecesOf(text).map(({ isCode, text: piece }, at) =>
    isCode ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a line never changes
      <code key={at} className="rounded bg-sunken px-1 font-mono text-[11.5px]">
        {piece}
      </code>
    ) : (
      piece
    ),
  )
}
