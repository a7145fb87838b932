import { Trans } from '@lingui/react/macro'
import { CheckField } from '../ui/form/checkbox.tsx'

/** Whether messages are also signed for a public key, which can be shared unlike a secret. */
export function PublicKeyField({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <CheckField isOn={isOn} onChange={onChange}>
      <Trans>Also sign with a public key pair</Trans>
      <span className="text-[12px] text-ink-3">
        <Trans>Verify messages without the secret</Trans>
      </span>
    </CheckField>
  )
}
