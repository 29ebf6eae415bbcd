/** What the threads of the pool do (document-pool.ts). */
export { extractFile } from './extract/extract-file.ts';
export { searchDocuments } from './passages/search-documents.ts';
