import { useNavigation } from 'react-router-dom';
import { Loading } from '../ui/loading';

/** In place of the first screen while its code loads. */
export function ScreenWaiting() {
  return (
    <div className="screen-waiting after-200ms">
      <Loading />
    </div>
  );
}

/** Over the current screen while the code of the next one loads. */
export function NavigationStatus() {
  if (useNavigation().state === 'idle') return null;
  return (
    <div className="navigation-status after-200ms">
      <Loading />
    </div>
  );
}
