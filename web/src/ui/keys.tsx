import { Fragment } from 'react'

const isMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent)
const spoken: Readonly<Record<string, string>> = {
  mod: isMac ? '⌘' : 'Ctrl',
  shift: isMac ? '⇧' : 'Shift',
  alt: isMac ? '⌥' : 'Alt',
  enter: '↵',
  escape: 'Esc',
  space: 'Space',
  up: '↑',
  down: '↓',
  arrowleft: '←',
  arrowright: '→',
}

/** Keys as keycaps: `mod+k` pressed together, `g>o` in sequence. */
export function Keys({ keys }: { keys: string }) {
  return (
    <span className="inline-flex shrink-0 items-center gap-0.5 max-md:in-[.btn]:hidden" aria-hidden="true">
      {keys.split('>').map((step, at) => (
        <Fragment key={step}>
          {at > 0 && <span className="px-0.5 text-[11px] text-ink-3">·</span>}
          {step.split('+').map((key) => (
            <kbd key={key} className="kbd">
              {spoken[key] ?? key.toUpperCase()}
            </kbd>
          ))}
        </Fragment>
      ))}
    </span>
  )
}
