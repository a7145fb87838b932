import { useLingui } from '@lingui/react/macro'
import { CopyButton } from '../ui/copy-button.tsx'

/** Public keys of an endpoint, newest first, each with a copy button. */
export function PublicKeys({ keys }: { keys: readonly string[] }) {
  const { t } = useLingui()
  return (
    <ul>
      {keys.map((key) => (
        <li key={key} className="flex items-start gap-1">
          <code className="min-w-0 flex-1 pt-0.5 font-mono text-[11.5px]">{key}</code>
          <CopyButton text={key} label={t`Copy public key`} />
        </li>
      ))}
    </ul>
  )
}
