import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { orderDocumentLabels } from '../../documents/order.labels.ts'
import { tripFilesQuery } from '../../documents/queries.ts'
import { DocumentsList } from '../../documents/record.list.tsx'
import { MailsSection } from '../../mails/mails.section.tsx'

/** Documents of a trip, its stops and orders, and e-mails about it. */
export function DocumentsTab({ tripId }: { tripId: string }) {
  const { t } = useLingui()
  return (
    <>
      <DocumentsList
        query={useQuery(tripFilesQuery(tripId))}
        labels={orderDocumentLabels}
        tripId={tripId}
        empty={t`Files of the trip, its stops and orders appear here.`}
      />
      <MailsSection source={{ type: 'trip', id: tripId }} />
    </>
  )
}
