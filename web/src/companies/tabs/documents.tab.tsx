import { CompanyDocumentType } from '@cartage/contract/app/record-documents'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { DocumentsTab } from '../../records/documents.tab.tsx'
import { addDocument, companyDocumentsQuery, removeDocument } from '../companies.queries.ts'

const types = [...new Set(CompanyDocumentType.options.flatMap((one): readonly string[] => one.options))].sort()

/** Papers of a company; those of its validities are among them. */
export function CompanyDocumentsTab({ companyId, isEditable }: { companyId: string; isEditable: boolean }) {
  const { t } = useLingui()
  return (
    <DocumentsTab
      query={useQuery(companyDocumentsQuery(companyId))}
      types={types}
      isEditable={isEditable}
      onAdd={(file, type) => addDocument(companyId, file, type)}
      onRemove={(documentId) => removeDocument(companyId, documentId)}
      empty={t`Contracts, insurances and licences; files that come with validities appear here as well.`}
    />
  )
}
