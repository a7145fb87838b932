import { doorLanguages, languageNames } from '@cartage/contract/reading/languages'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { Logo } from '../../ui/logo.tsx'
import { doorLanguage } from '../language.ts'

interface DoorFrameProps {
  /** Name of the haulier; absent until loaded. */
  sender?: string | undefined
  /** URL of its logo; absent until loaded, null without one. */
  logo?: string | null | undefined
  /** Wider than a phone, for pages also used on a desktop. */
  isWide?: boolean | undefined
  children: ReactNode
}

/** Frame of every door page: haulier and language. */
export function DoorFrame({ sender, logo, isWide = false, children }: DoorFrameProps) {
  return (
    <div
      className={classNames(
        'mx-auto flex min-h-dvh w-full flex-col px-4 pb-8',
        isWide ? 'max-w-[1080px]' : 'max-w-[640px]',
      )}
    >
      <header className="flex min-h-16 items-center gap-3">
        {logo ? (
          // White background as on paper, for which logos are made.
          <img src={logo} alt="" className="h-9 max-w-40 rounded-md bg-white object-contain p-1" />
        ) : (
          <Logo size={28} />
        )}
        <p className="min-w-0 flex-1 truncate font-semibold">{sender ?? 'Cartage'}</p>
        <LanguageField />
      </header>
      <main className="flex flex-1 flex-col gap-4">{children}</main>
    </div>
  )
}

function LanguageField() {
  const { t, i18n } = useLingui()
  doorLanguage.use()
  return (
    <select
      aria-label={t`Language`}
      className="min-h-12 rounded-[10px] bg-transparent px-2 text-[15px] text-ink-2"
      value={i18n.locale}
      onChange={(event) => {
        const chosen = doorLanguages.find((one) => one === event.target.value)
        if (chosen) doorLanguage.choose(chosen)
      }}
    >
      {doorLanguages.map((one) => (
        <option key={one} value={one} lang={one}>
          {languageNames[one]}
        </option>
      ))}
    </select>
  )
}
