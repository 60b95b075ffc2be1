export interface AdminIpListTable {
  ranges: string[]
  updated_at: Date
}

export interface BusinessIpListsTable {
  business_id: string
  ranges: string[]
  updated_at: Date
}

export interface IpAccessSchema {
  admin_ip_list: AdminIpListTable
  business_ip_lists: BusinessIpListsTable
}
