import { useLingui } from '@lingui/react/macro'
import { CopyButton } from './copy-button.tsx'

/** A value as JSON, to read and copy. */
export function JsonView({ value, label }: { value: unknown; label: string }) {
  const { t } = useLingui()
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  return (
    <figure className="relative rounded-lg border border-line bg-sunken" aria-label={label}>
      <CopyButton text={text} label={t`Copy: ${label}`} className="absolute top-1 right-1" />
      <pre
        className="max-h-[480px] overflow-auto px-3 py-2 font-mono text-[11.5px] leading-[17px]"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard (WCAG 2.1.1)
        tabIndex={0}
      >
        {text}
      </pre>
    </figure>
  )
}
