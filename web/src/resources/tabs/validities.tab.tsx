import type { Request } from '@cartage/contract/endpoint'
import {
  addValidityToResource,
  changeValidityOfResource,
  removeValidityOfResource,
} from '@cartage/contract/validities/app/validities'
import { resourceValidityReasons } from '@cartage/contract/validities/reasons'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { resourceDocumentWords } from '../../documents/resource.words.ts'
import { useResourceChange } from '../../records/resource.queries.ts'
import { ValiditiesList } from '../../validities/record.list.tsx'
import { resourceValiditiesQuery } from '../queries.ts'

type Body = Request<typeof addValidityToResource>['body']

/** Certificates and licences of a resource. */
export function ResourceValiditiesTab({ resourceId, isEditable }: { resourceId: string; isEditable: boolean }) {
  const query = useQuery(resourceValiditiesQuery(resourceId))
  const change = useResourceChange()
  const params = { resource_id: resourceId }
  return (
    <ValiditiesList
      query={query}
      types={resourceValidityReasons}
      words={resourceDocumentWords}
      isEditable={isEditable}
      onAdd={(body) => change.mutateAsync(() => call(addValidityToResource, { params, body: body as Body }))}
      onChange={(validity_id, body) =>
        change.mutateAsync(() =>
          call(changeValidityOfResource, { params: { ...params, validity_id }, body: body as Body }),
        )
      }
      onRemove={(validity_id) =>
        change.mutateAsync(() => call(removeValidityOfResource, { params: { ...params, validity_id } }))
      }
    />
  )
}
