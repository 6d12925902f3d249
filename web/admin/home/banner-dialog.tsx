import type { EndpointInput } from '#contract/api.ts';
import type { Banner, Collection } from '#contract/home/home.ts';
import { FormDialog, findIssues, useDialogForm } from '#web/admin/dialog-form.tsx';
import { bindFields, TextField } from '#web/admin/form-parts.tsx';
import { ImageField } from '#web/admin/images/image-field.tsx';
import { useImages } from '#web/admin/images/use-images.ts';
import { callApi } from '#web/api/client.ts';
import { bannerLabels } from './home-labels.ts';
import { LinkField } from './link-field.tsx';
import { ScheduleFields } from './schedule-fields.tsx';

type Fields = Omit<EndpointInput<'createBanner'>, 'image' | 'phoneImage'>;

const newFields: Fields = {
  title: '',
  titleHindi: '',
  link: '',
  startsAt: null,
  endsAt: null,
  isActive: true,
};

function toFields({ title, titleHindi, link, startsAt, endsAt, isActive }: Banner): Fields {
  return { title, titleHindi, link, startsAt, endsAt, isActive };
}

interface BannerDialogProps {
  /** Null adds one. */
  banner: Banner | null;
  collections: readonly Collection[];
  timeZone: string;
  onSaved: (message: string) => void;
  /** Called when the banner is another one on the server. */
  onOutdated: () => void;
  onClose: () => void;
}

/** Creates or changes a banner. */
export default function BannerDialog(props: BannerDialogProps) {
  const { banner, collections, timeZone, onSaved, onOutdated, onClose } = props;
  const form = useDialogForm(banner === null ? newFields : toFields(banner));
  const { value: fields, errorOf } = form;
  const field = bindFields(form);
  const images = useImages({ initial: banner === null ? [] : [banner.image], maximum: 1 });
  const phoneImages = useImages({ initial: banner?.phoneImage ? [banner.phoneImage] : [], maximum: 1 });

  function save() {
    const input = { ...fields, image: images.urls[0] ?? '', phoneImage: phoneImages.urls[0] ?? '' };
    const pending = { image: images.error, phoneImage: phoneImages.error };
    return form.save({
      findIssues: async () => [
        ...Object.entries(pending).flatMap(([path, message]) =>
          message === undefined ? [] : [{ path, message }],
        ),
        ...(await findIssues(async () => (await import('#contract/home/home.ts')).createBanner.input, input)),
      ],
      send: () =>
        banner === null
          ? callApi('createBanner', input)
          : callApi('updateBanner', { _id: banner._id, version: banner.version, ...input }),
      onSaved,
      onOutdated,
    });
  }

  return (
    <FormDialog
      title={banner === null ? 'New banner' : 'Edit banner'}
      form={form}
      isNew={banner === null}
      isUploading={images.isUploading || phoneImages.isUploading}
      onSave={save}
      onClose={onClose}
    >
      <TextField
        label={bannerLabels.title}
        hint="Read aloud, and shown while the picture is missing"
        autoComplete="off"
        maxLength={120}
        {...field('title')}
      />
      <TextField
        label={bannerLabels.titleHindi}
        autoComplete="off"
        lang="hi"
        maxLength={120}
        {...field('titleHindi')}
      />
      <ImageField
        label={bannerLabels.image}
        subject={fields.title}
        images={images}
        hint="Best at 1080 × 360 px. Other shapes are cropped."
        error={errorOf('image')}
      />
      <ImageField
        label={bannerLabels.phoneImage}
        subject={fields.title}
        images={phoneImages}
        hint="Best at 1080 × 540 px. Without it, phones show the middle of the first picture."
        error={errorOf('phoneImage')}
      />
      <LinkField collections={collections} {...field('link')} />
      <ScheduleFields field={field} timeZone={timeZone} />
    </FormDialog>
  );
}
