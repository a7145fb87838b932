import { companyValidityReasons } from '@cartage/contract/validities/reasons'
import { useQuery } from '@tanstack/react-query'
import { companyDocumentLabels } from '../../documents/company.labels.ts'
import { ValiditiesList } from '../../validities/record.list.tsx'
import { addValidity, changeValidity, companyValiditiesQuery, removeValidity, useCompanyChange } from '../queries.ts'

/** Licences and insurances of a company. */
export function CompanyValiditiesTab({ companyId, isEditable }: { companyId: string; isEditable: boolean }) {
  const query = useQuery(companyValiditiesQuery(companyId))
  const change = useCompanyChange()
  return (
    <ValiditiesList
      query={query}
      types={companyValidityReasons}
      labels={companyDocumentLabels}
      isEditable={isEditable}
      onAdd={(body) => change.mutateAsync(() => addValidity(companyId, body))}
      onChange={(validityId, body) => change.mutateAsync(() => changeValidity(companyId, validityId, body))}
      onRemove={(validityId) => change.mutateAsync(() => removeValidity(companyId, validityId))}
    />
  )
}
