import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { IconButton } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Minus, Plus, RotateCw } from '../ui/icons.tsx'

/** Zoom factors relative to the available space; the first fits the whole picture. */
const sizes = [1, 1.5, 2, 3, 4] as const

/** Picture with rotate and zoom. */
export function Picture({ address, name }: { address: string; name: string }) {
  const { t } = useLingui()
  const [size, setSize] = useState(0)
  const [turns, setTurns] = useState(0)
  const [isBroken, setIsBroken] = useState(false)
  const isOnItsSide = turns % 2 === 1
  if (isBroken) {
    return (
      <p role="alert" className="p-4 text-red">
        <Trans>The file could not be loaded.</Trans>
      </p>
    )
  }
  return (
    <>
      <div className="flex h-10 shrink-0 items-center justify-end gap-1 border-b border-line px-3">
        <IconButton
          icon={Minus}
          label={t`Smaller`}
          disabled={size === 0}
          onClick={() => setSize((before) => Math.max(0, before - 1))}
        />
        <span className="tnum w-12 text-center text-[12px] text-ink-2">{Math.round(sizes[size]! * 100)} %</span>
        <IconButton
          icon={Plus}
          label={t`Larger`}
          disabled={size === sizes.length - 1}
          onClick={() => setSize((before) => Math.min(sizes.length - 1, before + 1))}
        />
        <IconButton icon={RotateCw} label={t`Turn`} onClick={() => setTurns((before) => (before + 1) % 4)} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard (WCAG 2.1.1) */}
      <section tabIndex={0} aria-label={t`Picture`} className="min-h-0 flex-1 overflow-auto [container-type:size]">
        <div
          className="grid place-items-center"
          style={{ width: `${sizes[size]! * 100}cqw`, height: `${sizes[size]! * 100}cqh` }}
        >
          <img
            src={address}
            alt={name}
            onError={() => setIsBroken(true)}
            style={{
              transform: `rotate(${turns * 90}deg)`,
              maxWidth: `${sizes[size]! * 100}${isOnItsSide ? 'cqh' : 'cqw'}`,
              maxHeight: `${sizes[size]! * 100}${isOnItsSide ? 'cqw' : 'cqh'}`,
            }}
            className={classNames('object-contain p-3', size > 0 && 'h-full w-full')}
          />
        </div>
      </section>
    </>
  )
}
