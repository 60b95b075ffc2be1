import type { S3Address } from '../storage/s3-connection.ts'
import type { BackupPlace } from './backup-place.ts'
import { bucketPlace } from './bucket-place.ts'
import { folderPlace } from './folder-place.ts'

export interface BackupPlaceSettings {
  backupFolder: string
  /** Taken instead of the folder. */
  backupBucket: S3Address | undefined
}

export const backupPlaceOf = ({ backupFolder, backupBucket }: BackupPlaceSettings): BackupPlace =>
  backupBucket ? bucketPlace(backupBucket) : folderPlace(backupFolder)
