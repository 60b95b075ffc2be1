import * as contract from '@exempta/contract/archive'
import { memberOf } from '../../platform/call.ts'
import { type Implementation, implement } from '../../platform/http/implement.ts'
import { readUpload } from '../../platform/http/read-upload.ts'
import { sourceOf } from '../../platform/network-address.ts'
import type { Services } from '../../platform/services.ts'
import { ArrivingBody } from '../../platform/upload-slots.ts'
import { uploadPlaces } from '../documents/index.ts'
import { createImport, getImport, listImports, setImportStatus } from './imports.ts'
import {
  checkFile,
  chooseCustomer,
  confirmFile,
  getFile,
  listFiles,
  openPage,
  removeFile,
  splitFile,
} from './look.ts'
import { nameFiles, receivePiece } from './receive-files.ts'
import { printSheets } from './sheets/print-sheets.ts'

const pieceUpload = { files: 1, fieldBytes: 100 }

export function archiveRoutes(services: Services): Implementation[] {
  const places = uploadPlaces()
  return [
    implement(contract.listArchiveImports, ({ call, query }) => listImports(services, call, query)),
    implement(contract.createArchiveImport, ({ call }) => createImport(services, call)),
    implement(contract.getArchiveImport, ({ call, params }) => getImport(services, call, params.id)),
    implement(contract.setArchiveImportStatus, ({ call, params, body }) =>
      setImportStatus(services, call, { ...params, ...body }),
    ),
    implement(contract.addArchiveFiles, ({ call, params, body }) =>
      nameFiles(services, call, { ...params, ...body }),
    ),
    implement(contract.sendArchivePiece, async ({ call, params, request }) => {
      await services.files.requireFreeSpace()
      const arriving = new ArrivingBody(services.clock, {
        source: sourceOf(request.ip),
        account: memberOf(call).id,
      })
      const parts = readUpload(request.raw, arriving, pieceUpload)
      return receivePiece({ services, call, places, arriving }, params.id, parts)
    }),
    implement(contract.listArchiveFiles, ({ call, params, query }) =>
      listFiles(services, call, { ...params, ...query }),
    ),
    implement(contract.getArchiveFile, ({ call, params }) => getFile(services, call, params.id)),
    implement(contract.getArchivePage, ({ call, params, query }) =>
      openPage(services, call, { ...params, version: query.v }),
    ),
    implement(contract.checkArchiveFile, async ({ call, params, body }) => {
      await checkFile(services, call, { ...params, ...body })
      return undefined
    }),
    implement(contract.confirmArchiveFile, ({ call, params, body }) =>
      confirmFile(services, call, { ...params, ...body }),
    ),
    implement(contract.chooseArchiveCustomer, ({ call, params, body }) =>
      chooseCustomer(services, call, { ...params, ...body }),
    ),
    implement(contract.splitArchiveFile, async ({ call, params, body }) => {
      await splitFile(services, call, { ...params, ...body })
      return undefined
    }),
    implement(contract.printSeparatorSheets, ({ call, query }) =>
      printSheets(services, call, query.ids.split(',')),
    ),
    implement(contract.removeArchiveFile, async ({ call, params }) => {
      await removeFile(services, call, params.id)
      return undefined
    }),
  ]
}
