import { languageNames, languages } from '@cartage/contract/reading/languages'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { language } from '../device/language.ts'
import { Logo } from '../ui/logo.tsx'

interface OutsideCardProps {
  title: ReactNode
  text?: ReactNode
  children: ReactNode
  /** Shown below the card. */
  footer?: ReactNode
}

/** The card of a page without a session. */
export function OutsideCard({ title, text, children, footer }: OutsideCardProps) {
  return (
    <div className="grid min-h-full place-items-center px-4 py-10">
      <div className="w-full max-w-[352px]">
        <main>
          <div className="mb-5 flex items-center justify-center gap-2.5">
            <Logo size={28} />
            <span className="text-[17px] font-semibold tracking-[-0.01em]">Cartage</span>
          </div>
          <div className="rounded-[12px] bg-surface p-6 shadow-card">
            <h1 className="text-[15px] leading-5 font-semibold">{title}</h1>
            {text !== undefined && <p className="mt-0.5 text-ink-2">{text}</p>}
            <div className="mt-4 grid gap-3.5">{children}</div>
          </div>
        </main>
        <footer className="mt-4 grid gap-3 text-center text-[12px] text-ink-2">
          {footer}
          <Languages />
        </footer>
      </div>
    </div>
  )
}

/** Each language by its own name, because the user may not understand the current one. */
function Languages() {
  const { t, i18n } = useLingui()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs into a form; these act at once.
    <div role="group" aria-label={t`Language`} className="flex justify-center gap-1">
      {languages.map((one) => (
        <button
          key={one}
          type="button"
          lang={one}
          aria-pressed={i18n.locale === one}
          className="h-6 rounded-md px-1.5 hover:bg-hover hover:text-ink aria-pressed:font-medium aria-pressed:text-ink"
          onClick={() => language.choose(one)}
        >
          {languageNames[one]}
        </button>
      ))}
    </div>
  )
}

/** Link to the login page as the next step. */
export function ToLogin() {
  return (
    <Link to="/login" className="btn btn-brand h-8 w-full">
      <Trans>Sign in</Trans>
    </Link>
  )
}
