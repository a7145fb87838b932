import type { ShownSecret } from '@cartage/contract/auth/app/clients'
import { Trans, useLingui } from '@lingui/react/macro'
import { SecretDialog } from './secret.dialog.tsx'

/** Id and secret of new credentials, this once. */
export function NewSecretDialog({
  shown,
  idLabel,
  onClose,
}: {
  shown: ShownSecret
  idLabel: string
  onClose: () => void
}) {
  const { t } = useLingui()
  return (
    <SecretDialog
      title={t`Copy your secret`}
      text={<Trans>Shown only once. Cartage keeps a hash and cannot show it again.</Trans>}
      parts={[
        { label: idLabel, text: shown.client_id },
        { label: t`Secret`, text: shown.client_secret },
      ]}
      onClose={onClose}
    />
  )
}
