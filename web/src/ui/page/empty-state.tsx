import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { CopyButton } from '../copy-button.tsx'
import type { IconComponent } from '../icons.tsx'

/** Replaces an empty list: what it would show, and the next step. */
export function EmptyState(props: {
  icon: IconComponent
  title: string
  text: string
  /** It is the only content of the page: its title is the page heading. */
  isPage?: boolean
  children?: ReactNode
}) {
  const Icon = props.icon
  const Heading = props.isPage ? 'h1' : 'h2'
  return (
    <div className="mx-auto flex w-full max-w-[560px] flex-col items-center px-4 py-10 text-center">
      <Icon size={24} strokeWidth={1.75} className="mb-2.5 text-ink-3" aria-hidden="true" />
      <Heading className="font-semibold">{props.title}</Heading>
      <p className="mt-1 max-w-[420px] text-ink-2">{props.text}</p>
      {props.children}
    </div>
  )
}

/** Lines to paste into a terminal. */
export function CommandLines({ label, text }: { label: string; text: string }) {
  const { t } = useLingui()
  return (
    <figure className="mt-4 w-full overflow-hidden rounded-lg border border-line bg-sunken text-left">
      <figcaption className="flex h-8 items-center justify-between border-b border-line pl-3 pr-1 text-[12px] text-ink-2">
        {label}
        <CopyButton text={text} label={t`Copy: ${label}`} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard (WCAG 2.1.1) */}
      <pre className="overflow-x-auto px-3 py-2 font-mono text-[11.5px] leading-[17px] text-ink" tabIndex={0}>
        {text}
      </pre>
    </figure>
  )
}
