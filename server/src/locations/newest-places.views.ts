/** Number of orders per customer. */
const mostOrders = 50

/** SQL: the locations `l` at stops of the newest orders of each customer `c` in `$2`, as a FROM source. */
export const newestPlaces = `unnest($2::uuid[]) as c (company_id)
     cross join lateral (
       select n.order_id from transport_order n
        where n.tenant_id = $1 and n.company_id = c.company_id and n.created_at > '-infinity'
        order by n.created_at desc, n.order_number desc limit ${mostOrders}) o
     join order_stop s on s.tenant_id = $1 and s.order_id = o.order_id
     join location l on l.tenant_id = $1 and l.location_id = s.location_id`
