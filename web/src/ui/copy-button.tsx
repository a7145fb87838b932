import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { Check, Copy } from './icons.tsx'

/** Copies a text. `label` names it, for the tooltip and for screen readers. */
export function CopyButton({ text, label, className = '' }: { text: string; label: string; className?: string }) {
  const { t } = useLingui()
  const [copied, setCopied] = useState(false)

  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2_000)
    return () => clearTimeout(timer)
  }, [copied])

  async function copy() {
    setCopied(await copyText(text))
  }

  const Icon = copied ? Check : Copy
  return (
    <button
      type="button"
      className={`inline-flex size-6 items-center justify-center rounded-md text-ink-3 hover:bg-hover hover:text-ink ${className}`}
      onClick={copy}
      title={copied ? t`Copied` : label}
      aria-label={copied ? t`Copied` : label}
    >
      <Icon size={13} aria-hidden="true" />
    </button>
  )
}

/** Copies a text to the clipboard and returns whether it succeeded. The newer API needs https or localhost. */
async function copyText(text: string): Promise<boolean> {
  if (navigator.clipboard) {
    try {
      await navigator.clipboard.writeText(text)
      return true
    } catch {
      return false
    }
  }
  const area = document.createElement('textarea')
  area.value = text
  area.className = 'fixed opacity-0'
  document.body.append(area)
  area.select()
  const done = document.execCommand('copy')
  area.remove()
  return done
}
