import { useTranslation } from 'react-i18next';

/** 'Loading...' in the middle of its place; `text` where the specification names another. */
export function Loading({ text }: { readonly text?: string }) {
  const { t } = useTranslation();
  return (
    <div className="full-loading" role="status">
      <p>{text ?? t('common.loading')}</p>
    </div>
  );
}
