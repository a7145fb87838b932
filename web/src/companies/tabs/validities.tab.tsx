import type { Request } from '@cartage/contract/endpoint'
import {
  addValidityToCompany,
  changeValidityOfCompany,
  removeValidityOfCompany,
} from '@cartage/contract/validities/app/validities'
import { companyValidityReasons } from '@cartage/contract/validities/reasons'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { companyDocumentWords } from '../../documents/company.words.ts'
import { ValiditiesList } from '../../validities/record.list.tsx'
import { companyValiditiesQuery, useCompanyChange } from '../queries.ts'

type Body = Request<typeof addValidityToCompany>['body']

/** Licences and insurances of a company. */
export function CompanyValiditiesTab({ companyId, isEditable }: { companyId: string; isEditable: boolean }) {
  const query = useQuery(companyValiditiesQuery(companyId))
  const change = useCompanyChange()
  const params = { company_id: companyId }
  return (
    <ValiditiesList
      query={query}
      types={companyValidityReasons}
      words={companyDocumentWords}
      isEditable={isEditable}
      onAdd={(body) => change.mutateAsync(() => call(addValidityToCompany, { params, body: body as Body }))}
      onChange={(validity_id, body) =>
        change.mutateAsync(() =>
          call(changeValidityOfCompany, { params: { ...params, validity_id }, body: body as Body }),
        )
      }
      onRemove={(validity_id) =>
        change.mutateAsync(() => call(removeValidityOfCompany, { params: { ...params, validity_id } }))
      }
    />
  )
}
