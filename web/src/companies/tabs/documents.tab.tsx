import {
  customerDocuments,
  subcontractorDocuments,
  subcontractorDocumentsWithValidity,
  subcontractorInsurances,
} from '@cartage/contract/validities/document-kinds'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { companyDocumentLabels } from '../../documents/company.labels.ts'
import { DocumentsTab } from '../../documents/record.tab.tsx'
import { addDocument, companyDocumentsQuery, removeDocument } from '../queries.ts'

const types: readonly string[] = [
  ...new Set([
    ...customerDocuments,
    ...subcontractorDocuments,
    ...subcontractorDocumentsWithValidity,
    ...subcontractorInsurances,
  ]),
].sort()

/** Documents of a company, including those of its validities. */
export function CompanyDocumentsTab({ companyId, isEditable }: { companyId: string; isEditable: boolean }) {
  const { t } = useLingui()
  return (
    <DocumentsTab
      query={useQuery(companyDocumentsQuery(companyId))}
      types={types}
      labels={companyDocumentLabels}
      isEditable={isEditable}
      onAdd={(file, type) => addDocument(companyId, file, type)}
      onRemove={(documentId) => removeDocument(companyId, documentId)}
      empty={t`Contracts, insurance and licences. Files of certificates appear here too.`}
    />
  )
}
