import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { BoundCompany } from '../records/company-field.tsx'
import { CreateCredentialsDialog } from './create.dialog.tsx'
import { useCreateWebhookCredential } from './queries.ts'
import { allRecords, partnerOf, ScopeFields } from './scope.form.tsx'

/** Creates webhook credentials, limited to the given company unless the user chooses otherwise. */
export function WebhookDialog({ company, onClose }: { company?: BoundCompany; onClose: () => void }) {
  const { t } = useLingui()
  const [scope, setScope] = useState(company ? { ...allRecords, kind: 'COMPANY' as const, company } : allRecords)
  const create = useCreateWebhookCredential()
  return (
    <CreateCredentialsDialog
      title={company ? t`Create credentials` : t`New webhook credentials`}
      text={company && <Trans>Systems of {company.name} use these to call your webhooks (Basic authentication).</Trans>}
      firstName={company?.name.slice(0, 100) ?? ''}
      placeholder={t`Board computers`}
      idLabel={t`User name`}
      create={create}
      bodyOf={(name) => {
        const partner = partnerOf(scope)
        return partner === undefined ? undefined : { name, partner }
      }}
      onClose={onClose}
    >
      {({ isSubmitted }) => <ScopeFields scope={scope} onChange={setScope} isSubmitted={isSubmitted} />}
    </CreateCredentialsDialog>
  )
}
