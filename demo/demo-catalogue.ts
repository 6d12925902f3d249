import type { StarterCatalogue } from '../server/app/starter-catalogue.ts';
import type { Database } from '../server/database/connect.ts';
import type { ImageStorage } from '../server/providers/image-storage/image-storage.ts';
import { loadDemoCatalogue } from './load.ts';
import { DemoPictures } from './pictures.ts';

export function openDemoCatalogue(db: Database, storage: ImageStorage): StarterCatalogue {
  const images = new DemoPictures(storage, db);
  return {
    load: () => loadDemoCatalogue(db),
    images,
    prepareImages: (context) => images.prepare(context),
  };
}
