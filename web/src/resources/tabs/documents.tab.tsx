import { containerDocuments, driverDocuments, vehicleDocuments } from '@cartage/contract/validities/document-kinds'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { DocumentsTab } from '../../documents/record.tab.tsx'
import { resourceDocumentLabels } from '../../documents/resource.labels.ts'
import { addDocument, removeDocument, resourceDocumentsQuery } from '../queries.ts'

/** Documents of a resource, including those of its validities. */
export function ResourceDocumentsTab({
  resourceId,
  type,
  isEditable,
}: {
  resourceId: string
  type: string
  isEditable: boolean
}) {
  const { t } = useLingui()
  return (
    <DocumentsTab
      query={useQuery(resourceDocumentsQuery(resourceId))}
      types={type === 'DRIVER' ? driverDocuments : type === 'CONTAINER' ? containerDocuments : vehicleDocuments}
      labels={resourceDocumentLabels}
      isEditable={isEditable}
      onAdd={(file, kind) => addDocument(resourceId, file, kind)}
      onRemove={(documentId) => removeDocument(resourceId, documentId)}
      empty={t`Licences, contracts and inspections. Files of certificates appear here too.`}
    />
  )
}
