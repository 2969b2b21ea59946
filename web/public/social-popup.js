// The page of a finished sign-in popup: reports to the page that opened it, or goes on alone when there is none.
(function () {
  var data = document.body.dataset;
  if (window.opener) {
    window.opener.postMessage(JSON.parse(data.message), location.origin);
    window.close();
  } else {
    location.replace(data.next);
  }
})();
