import { Trans, useLingui } from '@lingui/react/macro'
import { CopyButton } from '../../ui/copy-button.tsx'

/** URL of a new link, shown only now. */
export function CreatedLink({ address }: { address: string }) {
  const { t } = useLingui()
  return (
    <div role="status" className="rounded-lg border border-line bg-sunken p-3">
      <p className="font-medium">
        <Trans>Copy the link now. It is not shown again.</Trans>
      </p>
      <div className="flex items-center gap-2 pt-2">
        <input
          readOnly
          aria-label={t`Link`}
          className="field min-w-0 flex-1"
          value={address}
          onFocus={(event) => event.target.select()}
        />
        <CopyButton text={address} label={t`Copy link`} />
      </div>
    </div>
  )
}
